import Testing
import Values

@testable import Simulators

/// The front camera, by the developer's guide of the SDK: command 2, the seconds between photographs, how many,
/// and the date as YYYYMMDD_hhmmss.
@Suite("The simulated drone's photographs") struct PhotoCameraTests {
    private static let one = "CONFIG,\"userbox:userbox_cmd\",\"2,0,0,20260329_010203\""

    @Test("what Parrot's own application sends takes one, whether it stands or flies")
    func one() throws {
        var bench = try DroneModelBench()
        bench.wait(.seconds(1))
        bench.send(Self.one)
        bench.wait(.seconds(3))
        #expect(bench.model.truth.photographs == 1)
        bench.fly()
        bench.send(Self.one)
        bench.keepFlying(DroneModelBench.hover, for: .seconds(2))
        #expect(bench.model.truth.photographs == 2)
    }

    @Test("a series is taken one after the other, so many seconds apart")
    func series() throws {
        var bench = try DroneModelBench()
        bench.wait(.seconds(1))
        bench.send("CONFIG,\"userbox:userbox_cmd\",\"2,2,3,20260329_010203\"")
        var taken: [Int] = []
        for _ in 0..<8 {
            bench.wait(.seconds(1))
            taken.append(bench.model.truth.photographs)
        }
        #expect(taken == [1, 1, 2, 2, 3, 3, 3, 3])
    }

    @Test("while it saves one its camera is not ready, which the drone says")
    func saving() throws {
        var bench = try DroneModelBench()
        func isReady() -> Bool { bench.model.report.state.contains(.cameraReady) }
        bench.wait(.seconds(1))
        #expect(isReady())
        bench.send(Self.one)
        bench.wait(.milliseconds(100))
        #expect(!isReady())
        bench.wait(.seconds(1))
        #expect(isReady())
    }

    @Test("with a camera that is not ready none is taken until it is")
    func notReady() throws {
        var bench = try DroneModelBench()
        bench.wait(.seconds(1))
        bench.model.faults.isCameraReady = false
        bench.send(Self.one)
        bench.wait(.seconds(2))
        #expect(bench.model.truth.photographs == 0)
        #expect(!bench.model.report.state.contains(.cameraReady))
        bench.model.faults.isCameraReady = true
        bench.send(DroneModelBench.hover)
        bench.wait(.seconds(2))
        #expect(bench.model.truth.photographs == 1)
    }

    @Test(
        "what is no order for photographs takes none",
        arguments: [
            "0", "1,20260329_010203", "3", "2", "2,0,0", "2,0,0,", "2,0,0,today",
            "2,-1,1,20260329_010203",
            "2,0,-1,20260329_010203", "2,0,1001,20260329_010203", "2,3601,1,20260329_010203",
            "2,x,1,20260329_010203", "2,0,1,20260329_010203,4", "2,0,1,2026032_0102030",
        ])
    func noOrder(text: String) {
        #expect(PhotoCamera.Order(configured: text) == nil)
    }
}
