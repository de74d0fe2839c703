import Core
import Glibc
import Simulators
import TestSupport
import Testing
import Values

extension VirtualTimeTests {
    /// An evening, a night and a morning of config/pet-door-reader.json as it is shipped: a cat that comes home
    /// late, read at a serial port, and a bolt that freezes while it is out.
    struct PetDoorReaderTests {
        private static let day = Duration.seconds(8640)
        /// From noon on, in tenths of the time that it takes: dusk is over before 21 h, and it is light at 9 h.
        private static let afterDusk = Duration.seconds(3240)
        private static let lateNight = Duration.seconds(4500)
        private static let morning = Duration.seconds(7560)

        /// 276095610728684, the tag of the shipped configuration, as a WL-134 sends it.
        private static let mia =
            [0x02] + Array("CE0F7D24614110010000000000".utf8) + [0x07, 0xF8, 0x03]

        private static let house: HouseOptions = {
            var options = HouseOptions()
            options.dayLength = day
            options.startOfDay = 0.5
            options.boltPosition = 0
            options.minCelsius = -6
            options.maxCelsius = 12
            return options
        }()

        private let plant: PetDoorPlant
        private let reader: PseudoTerminal
        private let home: TestInstallation

        init() throws {
            plant = try PetDoorPlant(Self.house, scheduler: DispatchScheduler())
            reader = try PseudoTerminal()
            unlink("/dev/serial0")
            try #require(symlink(reader.path, "/dev/serial0") == 0)
            home = try TestInstallation(
                configuration: PetDoorDayTests.shipped("config/pet-door-reader.json"))
        }

        private func pass(until age: Duration) {
            _ = eventually(within: age - plant.age, every: .seconds(20)) { plant.failure != nil }
        }

        private func swingFlap() {
            for isOpen in [true, false] {
                plant.moveFlap(isOpen: isOpen)
                letTheKernelWork(for: .milliseconds(900))
            }
        }

        private func isRead() {
            for _ in 0..<4 {
                reader.send(Self.mia)
                letTheKernelWork(for: .milliseconds(150))
            }
        }

        @Test(
            "it stays open for a cat that is out at night, locks when she is home, and frost frees it late"
        )
        func coldNight() throws {
            let roost = try home.start()
            pass(until: .seconds(60))
            swingFlap()
            isRead()
            pass(until: Self.afterDusk)
            #expect(plant.moves.isEmpty, "\(plant.moves)")
            try home.waitForStatus("waits for her") {
                $0.reason(of: "door").contains("Mia is outside: not locked until all are home")
            }

            pass(until: Self.lateNight)
            isRead()
            swingFlap()
            let cameHome = plant.age
            pass(until: cameHome + .seconds(120))
            let lock = try #require(plant.moves.first, "\(roost.errors)")
            #expect(plant.moves.count == 1 && lock.isLocked)
            #expect((58.0...75.0).contains((lock.at - cameHome).seconds), "\(lock.at - cameHome)")

            plant.hold(true)
            pass(until: Self.morning)
            #expect(plant.moves.count == 1)
            try home.waitForStatus("tells of the jam") {
                $0.reason(of: "door").contains("does not say that the bolt came back")
                    || $0.reason(of: "door").contains("unlocking")
            }
            plant.hold(false)
            pass(until: Self.morning + .seconds(1860))
            #expect(plant.moves.map(\.isLocked) == [true, false], "\(roost.errors)")
            #expect(plant.failure == nil && roost.end == nil)
            plant.stop()
        }
    }
}
