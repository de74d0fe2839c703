import Core
import JSON
import PolicyKit
import Testing
import Values

@testable import PetDoor

@Suite("Pet door: what people are told of")
struct AlertTests {
    /// A book that is shown one cause or none, in steps.
    private struct Bench {
        var book = PetDoor.AlertBook()
        let settings: AlertSettings
        let kind: PetDoor.AlertKind
        var now = Instant(nanoseconds: 1_000_000_000_000)
        var begun = 0
        var over = 0

        init(_ kind: PetDoor.AlertKind, _ settings: JSONValue = [:]) throws {
            self.kind = kind
            self.settings = try DoorBench.shipped(settings).alerts
        }

        mutating func show(
            _ holds: Bool, for time: Duration, every period: Duration = .seconds(1)
        ) {
            var causes = PetDoor.AlertCauses()
            causes.note(kind, holds)
            let end = now + time
            while now < end {
                now = now + period
                for alert in book.note(causes, time: nil, by: settings, at: now) {
                    if alert.isStanding { begun += 1 } else { over += 1 }
                }
            }
        }
    }

    @Test("a cause that lasts is told once, and is over when it was gone for the hold-off")
    func once() throws {
        var bench = try Bench(.stuckOut)
        bench.show(true, for: .seconds(3600))
        #expect((bench.begun, bench.over) == (1, 0))
        bench.show(false, for: .seconds(600))
        #expect(bench.book.standing.map(\.code) == ["bolt-stuck-out"])
        bench.show(false, for: .seconds(2))
        #expect((bench.begun, bench.over) == (1, 1))
        #expect(bench.book.standing == [])
        #expect(bench.book.known.map(\.count) == [1])
    }

    @Test("a wire that is loose all year, for 10 min in each hour, is told once a day")
    func looseWire() throws {
        var bench = try Bench(.sensorDoubt)
        for _ in 0..<(365 * 24) {
            bench.show(true, for: .seconds(600), every: .seconds(60))
            bench.show(false, for: .seconds(3000), every: .seconds(60))
        }
        #expect((364...365).contains(bench.begun), "\(bench.begun)")
        #expect(bench.book.known.map(\.count) == [365 * 24])
    }

    @Test("a wire that bounces every few seconds is one alert for as long as it does")
    func bouncingWire() throws {
        var bench = try Bench(.sensorDoubt)
        for _ in 0..<2000 {
            bench.show(true, for: .seconds(3))
            bench.show(false, for: .seconds(9))
        }
        #expect(bench.begun == 1)
        #expect(bench.book.known.map(\.count) == [1])
    }

    @Test("a moment without a sensor, as at a start, is nothing to tell")
    func moment() throws {
        var bench = try Bench(.latchSwitch)
        for _ in 0..<20 {
            bench.show(true, for: .seconds(50))
            bench.show(false, for: .seconds(70))
        }
        #expect(bench.begun == 0 && bench.book.known == [])
    }

    @Test("what begins again within the interval is told when that is over, if it still stands")
    func toldLater() throws {
        var bench = try Bench(.stuckOut, ["alert_interval": "10h"])
        bench.show(true, for: .seconds(60))
        bench.show(false, for: .seconds(3600))
        bench.show(true, for: .seconds(30_000))
        #expect((bench.begun, bench.over) == (1, 1))
        #expect(bench.book.standing.map(\.count) == [2])
        bench.show(true, for: .seconds(3000))
        #expect((bench.begun, bench.over) == (2, 1))
    }

    private func codes(_ bench: DoorBench) -> [String] {
        bench.outputs?.alerts.map { "\($0.severity.rawValue) \($0.code)" } ?? []
    }

    @Test("a bolt that is stuck out is an alarm, one that does not go out a warning")
    func jams() throws {
        var bench = try DoorBench()
        bench.jamLocking()
        #expect(codes(bench) == ["warning bolt-does-not-lock"])
        bench = try DoorBench()
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: .seconds(600))
        #expect(codes(bench) == ["alarm bolt-stuck-out"])
        #expect(bench.outputs?.reason.description.contains("alarm bolt-stuck-out") == true)
        #expect(bench.ask(.alerts)?.message == "now: alarm bolt-stuck-out")
    }

    @Test("switches and sensors that are lost for a minute are warnings, whoever decides")
    func lost() throws {
        var bench = try DoorBench()
        bench.hasFlap = true
        bench.ask(.unlock)
        bench.latch = nil
        bench.flap = nil
        bench.light = nil
        bench.run(for: .seconds(58))
        #expect(codes(bench) == [])
        bench.run(for: .seconds(4))
        #expect(
            codes(bench) == [
                "warning latch-switch", "warning flap-switch", "warning sensor-doubt",
            ])
    }

    @Test("a reader of tags that is silent for five minutes is a warning, and not before")
    func deadReader() throws {
        var bench = try PetBench()
        bench.door.tag = .absent(since: bench.door.now, because: "unplugged")
        bench.door.run(for: .seconds(298))
        #expect(codes(bench.door) == [])
        bench.door.run(for: .seconds(4))
        #expect(codes(bench.door) == ["warning tag-reader"])
        bench.show(nil)
        bench.run(for: .seconds(602), every: .seconds(1))
        #expect(codes(bench.door) == [])
    }

    @Test("a change that was undone is a warning at once, until a person has acknowledged it")
    func changeUndone() throws {
        var bench = try DoorBench()
        bench.settle()
        #expect(bench.outputs?.signal == .unlocked)
        var notices = ServiceNotices()
        notices.hold = "a change was undone"
        bench.notices = notices
        bench.step()
        #expect(codes(bench) == ["warning change-undone"] && bench.outputs?.signal == .warning)
        notices.hold = nil
        notices.looser = ["door: max_locked 10h -> 24h"]
        bench.notices = notices
        bench.step()
        #expect(codes(bench) == [] && bench.outputs?.signal == .unlocked)
    }

    @Test(
        "a flap that is open, or a tunnel that is busy, for an hour in which it would lock is a warning",
        arguments: [true, false])
    func blocked(isFlap: Bool) throws {
        let code = isFlap ? "warning flap-stays-open" : "warning tunnel-stays-busy"
        var bench = try DoorBench()
        func block(_ isBlocked: Bool) {
            bench.hasFlap = true
            bench.flap = !(isFlap && isBlocked)
            bench.tunnel = .good(Contact(isActive: !isFlap && isBlocked), at: bench.now)
        }
        block(true)
        // By day nobody waits for it.
        bench.run(for: .seconds(7200), every: .seconds(1))
        #expect(codes(bench) == [])
        bench.light = 0.1
        bench.run(for: .seconds(3590), every: .seconds(1))
        #expect(codes(bench) == [])
        bench.run(for: .seconds(20), every: .seconds(1))
        #expect(codes(bench) == [code])
        // It comes right: 20 min of proof, an hour until it is believed, and the hold-off.
        block(false)
        bench.run(for: .seconds(1230 + 3600 + 610), every: .seconds(1))
        #expect(codes(bench) == [] && bench.state == .locked)
    }

    @Test("a door that had to open after max_locked is an alarm until it has been day")
    func lockedTooLong() throws {
        var bench = try DoorBench()
        bench.lockByNight()
        bench.run(for: .seconds(36_010), every: .seconds(1))
        #expect(codes(bench) == ["alarm locked-too-long"])
        bench.light = 0.9
        bench.run(for: .seconds(601), every: .seconds(1))
        #expect(codes(bench) == [])
    }

    @Test("a pet that is overdue is a warning, one that is shut out an alarm")
    func pets() throws {
        for (wait, expected): (JSONValue, String) in [
            ("until-home", "warning pet-overdue"), ("30min", "alarm pet-shut-out"),
        ] {
            var bench = try PetBench(["wait_for_pets": wait, "pet_overdue_after": "1h"])
            _ = bench.door.ask(.presence(PetDoor.PresenceNews("Mia", .outside)))
            bench.door.light = 0.1
            bench.run(for: .seconds(3700), every: .seconds(1))
            #expect(codes(bench.door) == [expected])
        }
    }

    @Test("how often and when is known over a restart") func remembered() throws {
        var bench = try DoorBench()
        bench.setClock(WallTime(secondsSince1970: 1_767_758_400))
        bench.lockByNight()
        bench.isStuck = true
        bench.light = 0.9
        bench.run(for: .seconds(12))
        bench.isStuck = false
        bench.run(for: .seconds(700))
        try bench.resume()
        #expect(
            bench.ask(.alerts)?.message
                == "no alert; before: alarm bolt-stuck-out, on 2026-01-07 04:00:15 +00:00")
    }
}
