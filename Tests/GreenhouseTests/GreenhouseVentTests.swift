import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

/// What the vent decides, step by step.
@Suite struct GreenhouseVentTests {
    private let settings: GreenhouseVent.Settings
    private var policy: GreenhouseVent
    private let bench: PortBench<GreenhouseVent>
    private let temperature = Source<Temperature>()
    private let humidity = Source<Measurement>()
    private var now = Instant(nanoseconds: 1_000_000_000_000)

    init() throws {
        settings = try SettingsReader.read(
            GreenhouseVent.Settings.self, from: [:], at: SettingPath("policies.vent"))
        policy = GreenhouseVent(settings: settings)
        bench = try PortBench(
            settings,
            [
                "temperature": temperature, "humidity": humidity, "flap": Sink<ServoCommand>(),
                "fan": Sink<SwitchCommand>(),
            ])
    }

    private mutating func step(
        _ celsius: Double?, _ percent: Double? = 50, ask: [Duration] = [],
        after: Duration = .seconds(1)
    ) throws -> GreenhouseVent.Outputs {
        now = now + after
        if let celsius {
            temperature.publish(Temperature(celsius: celsius), at: now)
        } else {
            temperature.publishAbsent("unplugged", at: now)
        }
        if let percent {
            humidity.publish(try #require(Measurement(.humidity, percent)), at: now)
        } else {
            humidity.publishAbsent("unplugged", at: now)
        }
        let requests = ask.map {
            Event(
                number: 7, value: GreenhouseVent.Request.air(for: $0), postedAt: now,
                origin: .person)
        }
        return policy.step(bench.inputs(requests, at: now), by: settings, at: now)
    }

    private func degrees(_ outputs: GreenhouseVent.Outputs) -> Double? {
        if case .move(let angle)? = outputs.flap { angle.degrees.rounded() } else { nil }
    }

    @Test("it opens by a tenth at a time, all the way, and closes all the way")
    mutating func opens() throws {
        let way: [(Double, Double)] = [
            (20, 0), (24, 0), (24.7, 0), (24.8, 9), (25.5, 9), (28, 45), (27.3, 45), (27.2, 36),
            (31.9, 89), (32, 90), (40, 90), (31.3, 90), (31.2, 81), (24.1, 1), (24, 0), (-5, 0),
        ]
        for (celsius, angle) in way {
            #expect(degrees(try step(celsius)) == angle, "\(celsius) °C")
        }
    }

    @Test("the fan has two thresholds") mutating func fan() throws {
        for (percent, isOn) in [
            (85.0, false), (85.1, true), (80, true), (79.9, false), (84, false),
        ] {
            #expect(try step(20, percent).fan == SwitchCommand(isActive: isOn), "\(percent) %")
        }
    }

    @Test("asked for air it opens for so long, and answers with how it is")
    mutating func air() throws {
        #expect(degrees(try step(20)) == 0)
        let outputs = try step(20, ask: [.seconds(60)])
        #expect(degrees(outputs) == 90)
        #expect(
            outputs.responses == [
                Response(
                    to: 7, .done,
                    "asked: temperature 20.0 °C, humidity 50.0 %; flap 100.0 % open, fan off")
            ])
        #expect(degrees(try step(20, after: .milliseconds(59_999))) == 90)
        #expect(degrees(try step(20, after: .milliseconds(1))) == 0)
        _ = try step(20, ask: [.seconds(900)])
        #expect(degrees(try step(20, ask: [.zero])) == 0)
    }

    @Test("cold closes it, whoever wants air, and the wish is over") mutating func cold() throws {
        _ = try step(20, ask: [.seconds(900)])
        let outputs = try step(7.9, ask: [.seconds(900)])
        #expect(degrees(outputs) == 0)
        #expect(outputs.reason.code == "cold")
        #expect(outputs.responses.map(\.outcome) == [.refused])
        #expect(degrees(try step(8)) == 0)
    }

    @Test(
        "in doubt of the temperature it waits for a minute, then leaves a gap; a good moment does not begin that minute again"
    ) mutating func doubt() throws {
        #expect(degrees(try step(28)) == 45)
        #expect(degrees(try step(nil)) == 45)
        #expect(try step(nil, after: .milliseconds(59_999)).reason.code == "waiting")
        let outputs = try step(nil, after: .milliseconds(1))
        #expect(degrees(outputs) == 30 && outputs.reason.code == "doubtful")
        #expect(outputs.reason.isFailsafe)
        #expect(degrees(try step(20)) == 0)
        #expect(try step(nil).reason.code == "doubtful")
        for time in [1, 60] { #expect(degrees(try step(20, after: .seconds(time))) == 0) }
        for odd in [Double.nan, 81, -61] { #expect(try step(odd).reason.code == "waiting") }
    }

    @Test("before the first temperature the flap is left alone; in doubt of both the fan is off")
    mutating func both() throws {
        #expect(try step(nil, nil).flap == nil)
        #expect(try step(20, 90).fan == .active)
        let outputs = try step(nil, nil, after: .seconds(1))
        #expect(outputs.fan == .inactive && degrees(outputs) == 0)
        let later = try step(nil, nil, after: .seconds(61))
        #expect(later.fan == .inactive && degrees(later) == 30)
        #expect(
            "\(later.reason)"
                == "doubtful: temperature not known, humidity not known; flap 33.3 % open, fan off")
    }

    @Test("a measurement of something else is no humidity") mutating func pressure() throws {
        now = now + .seconds(1)
        temperature.publish(Temperature(celsius: 20), at: now)
        humidity.publish(try #require(Measurement(.pressure, 99)), at: now)
        #expect(policy.step(bench.inputs(at: now), by: settings, at: now).fan == .inactive)
    }

    @Test("it remembers for how long air is wanted, up to the next ten minutes")
    mutating func memory() throws {
        _ = try step(20, ask: [.seconds(900)])
        #expect(policy.memory(by: settings) == .seconds(1200))
        _ = try step(20, after: .seconds(299))
        #expect(policy.memory(by: settings) == .seconds(1200))
        _ = try step(20, after: .seconds(2))
        #expect(policy.memory(by: settings) == .seconds(600))
        _ = try step(20, after: .seconds(600))
        #expect(policy.memory(by: settings) == .zero)
    }

    @Test("the whole policy has 150 lines at most") func size() throws {
        let text = try projectFile("Tests/GreenhouseTests/GreenhouseVent.swift")
        #expect(
            text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count <= 151
        )
    }
}
