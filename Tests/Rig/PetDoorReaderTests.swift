import Core
import Glibc
import Simulators
import TestSupport
import Testing
import Values

extension VirtualTimeTests {
    /// An evening, a night and a morning of config/pet-door-reader.json as it is shipped: a cat that comes home
    /// late, read at a serial port, and a bolt that freezes while it is out; and an afternoon of the same door in `pets-only`.
    struct PetDoorReaderTests {
        private static let day = Duration.seconds(8640)
        /// From noon on, in tenths of the time that it takes: dusk is over before 21 h, and it is light at 9 h.
        private static let afterDusk = Duration.seconds(3240)
        private static let lateNight = Duration.seconds(4500)
        private static let morning = Duration.seconds(7560)

        /// 276095610728684, the tag of the shipped configuration, as a WL-134 sends it.
        private static let mia =
            [0x02] + Array("CE0F7D24614110010000000000".utf8) + [0x07, 0xF8, 0x03]

        /// 01 0006547886 as an RDM6300 sends it: ten hex digits and the XOR of the five bytes.
        private static let stranger = [0x02] + Array("010063E9AE25".utf8) + [0x03]

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
        private var reader: PseudoTerminal

        init() throws {
            plant = try PetDoorPlant(Self.house, scheduler: DispatchScheduler())
            reader = try Self.plugIn()
        }

        private static func plugIn() throws -> PseudoTerminal {
            let reader = try PseudoTerminal()
            unlink("/dev/serial0")
            try #require(symlink(reader.path, "/dev/serial0") == 0)
            return reader
        }

        private func pass(for time: Duration) {
            _ = eventually(within: time, every: .milliseconds(500)) { plant.failure != nil }
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

        private func isRead(_ tag: [UInt8] = Self.mia) {
            for _ in 0..<4 {
                reader.send(tag)
                letTheKernelWork(for: .milliseconds(150))
            }
        }

        @Test(
            "it stays open for a cat that is out at night, locks when she is home, and frost frees it late"
        )
        func coldNight() throws {
            let home = try TestInstallation(
                configuration: PetDoorDayTests.shipped("config/pet-door-reader.json"))
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

        @Test(
            "pets-only draws the bolt for her tag and for no other, waits for her, and in doubt does as auto does"
        )
        mutating func petsOnly() throws {
            let home = try TestInstallation(
                configuration: PetDoorDayTests.shipped("config/pet-door-reader.json").replacing(
                    "\"reader_side\"", with: "\"bolt_bars\": \"way-in\", \"reader_side\""))
            var roost = try home.start()
            pass(for: .seconds(70))
            #expect(try home.run("send", "pets-only").end == .exited(0))
            pass(for: .seconds(30))
            try home.waitForStatus("has read nobody yet") {
                $0.reason(of: "door").contains("not pets-only: not every pet has been read")
            }
            #expect(plant.moves.isEmpty)

            isRead()
            let read = plant.age
            pass(for: .seconds(30))
            try expectMoves([true], "she was read")
            // `passage_time` is 15 s; the servo takes three at most.
            #expect((14.0...19.0).contains((plant.moves[0].at - read).seconds))

            isRead(Self.stranger)
            pass(for: .seconds(30))
            try expectMoves([true], "a stranger was read")

            let came = plant.age
            isRead()
            pass(for: .seconds(5))
            try expectMoves([true, false], "she was read")
            #expect((plant.moves[1].at - came).seconds < 3)
            swingFlap()
            pass(for: .seconds(20))
            try expectMoves([true, false, true], "she has passed")

            isRead()
            pass(for: .seconds(3))
            plant.moveFlap(isOpen: true)
            pass(for: .seconds(120))
            try expectMoves([true, false, true, false], "she lies in the flap")
            plant.moveFlap(isOpen: false)
            pass(for: .seconds(30))
            try expectMoves([true, false, true, false, true], "she has left the flap")

            try withoutReader(home)
            roost = try killed(roost, home)
            #expect(plant.failure == nil && roost.end == nil)
            plant.stop()
        }

        private mutating func withoutReader(_ home: TestInstallation) throws {
            reader.hangUp()
            unlink("/dev/serial0")
            pass(for: .seconds(30))
            try home.waitForStatus("misses the reader") {
                $0.reason(of: "door").contains("not pets-only: the tag reader is absent")
            }
            pass(for: .seconds(330))
            try expectMoves([true, false, true, false, true, false], "nobody can be read")

            reader = try Self.plugIn()
            pass(for: .seconds(120))
            try expectMoves(
                [true, false, true, false, true, false, true], "she can be read again")
        }

        /// - Returns: the next one.
        private func killed(
            _ roost: RoostProcess, _ home: TestInstallation
        ) throws -> RoostProcess {
            roost.send(signal: SIGKILL)
            #expect(try roost.wait() == .killed(signal: SIGKILL))
            let next = try home.start()
            pass(for: .seconds(330))
            try home.waitForStatus("has read nobody since its start") {
                $0.reason(of: "door").contains("not pets-only: not every pet has been read")
            }
            #expect(plant.moves.last?.isLocked == false)
            isRead()
            pass(for: .seconds(60))
            #expect(plant.moves.last?.isLocked == true)
            return next
        }

        private func expectMoves(_ sides: [Bool], _ when: String) throws {
            try #require(plant.moves.map(\.isLocked) == sides, "\(when)")
        }
    }
}
