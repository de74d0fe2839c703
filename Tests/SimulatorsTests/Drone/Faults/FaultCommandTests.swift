import Core
import TestSupport
import Testing
import Values

@testable import Simulators

/// The little language of faults.
struct FaultCommandTests {
    @Test(
        "each fault is one line",
        arguments: [
            ("loss 30%", .path(.both, .loss(0.3))),
            ("  loss   100%  ", .path(.both, .loss(1))),
            ("loss 30% up", .path(.up, .loss(0.3))),
            ("corrupt 1% down", .path(.down, .corrupt(0.01))),
            ("reorder 5%", .path(.both, .reorder(0.05))),
            ("duplicate 50%", .path(.both, .duplicate(0.5))),
            ("delay 300ms", .path(.both, .delay(.milliseconds(300)))),
            ("jitter 20ms up", .path(.up, .jitter(.milliseconds(20)))),
            ("outage", .outage(nil)), ("outage 10s", .outage(.seconds(10))),
            ("reboot", .reboot(.seconds(20))), ("reboot 3s", .reboot(.seconds(3))),
            ("config-ignore CONTROL:outdoor", .ignoredKey("control:outdoor")),
            ("hijack", .hijack(.seconds(5), .land)),
            ("hijack 1min", .hijack(.seconds(60), .land)),
            ("hijack land", .hijack(.seconds(5), .land)),
            ("hijack fly", .hijack(.seconds(5), .fly)),
            ("hijack 7s fly", .hijack(.seconds(7), .fly)),
            ("cutout", .cutOut), ("battery 12%", .battery(percent: 12)),
            ("gps on", .satellites(.on)), ("gps off", .satellites(.off)),
            ("gps stuck", .satellites(.stuck)), ("gps jump 40m", .satellites(.jump(metres: 40))),
            ("gps wrong 25m", .satellites(.wrong(metres: 25))),
            ("wind 4m/s", .wind(Wind(speedMetresPerSecond: 4))),
            ("wind 4m/s 90deg", .wind(Wind(speedMetresPerSecond: 4, towards: .degrees(90)))),
            (
                "wind 4m/s 90deg gusts 2m/s",
                .wind(
                    Wind(speedMetresPerSecond: 4, towards: .degrees(90), gustMetresPerSecond: 2))
            ),
            (
                "wind 36km/h gusts 1m/s",
                .wind(Wind(speedMetresPerSecond: 10, gustMetresPerSecond: 1))
            ),
            (
                "magnetic 150mG 90deg",
                .magnetism(MagneticDisturbance(milligauss: 150, towards: .degrees(90)))
            ), ("ground water", .ground(.water)), ("ground dark", .ground(.dark)),
            ("tilt -60deg", .tilt(.degrees(-60))),
            ("updraft 2m/s", .updraft(metresPerSecond: 2)),
            ("compass off", .compass(isCalibrated: false)),
            ("compass on", .compass(isCalibrated: true)),
            ("camera off", .camera(isReady: false)),
            ("clear", .clear),
        ] as [(String, FaultCommand)])
    func parses(line: String, command: FaultCommand) throws {
        #expect(try FaultCommand.parse(line) == command)
    }

    @Test("blank lines and comments are nothing", arguments: ["", "   ", "# loss 30%", "#"])
    func nothing(line: String) throws {
        #expect(try FaultCommand.parse(line) == nil)
    }

    @Test(
        "nonsense is refused, and the answer says what was meant to be there",
        arguments: [
            ("lose 30%", "loss|reorder"), ("loss", "a percentage"), ("loss 30", "has no unit"),
            ("loss 130%", "100%"), ("loss -1%", "0%"), ("loss 30% sideways", "up (to the drone)"),
            ("loss 30% up up", "nothing more"), ("loss nan%", "number"), ("delay 5", "ms"),
            ("delay 2h", "60s"), ("outage 0s", "a time"), ("battery full", "number"),
            ("gps", "stuck"), ("gps lost", "stuck"), ("gps jump", "a length"),
            ("gps on 4m", "nothing more"), ("wind", "a speed"), ("wind 80m/s", "50m/s"),
            ("wind 4m/s north", "number"), ("wind 4m/s gusts", "a speed"),
            ("magnetic 4deg", "mG"), ("clear all", "nothing more"),
            ("hijack quietly", "number"), ("hijack fly 5s", "nothing more"),
            ("cutout now", "nothing more"),
        ])
    func refuses(line: String, word: String) throws {
        let error = try #require(
            thrownError(PlainError.self) { try FaultCommand.parse(line) })
        #expect(error.description.contains(word), "\(error)")
    }

    @Test("a list is taken whole or not at all")
    func list() throws {
        #expect(
            try FaultCommand.list("loss 10%; gps off;") == [
                .path(.both, .loss(0.1)), .satellites(.off),
            ])
        #expect(try FaultCommand.list("").isEmpty)
        #expect(throws: PlainError.self) { try FaultCommand.list("loss 10%; nonsense") }
    }
}
