import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import PetDoor

/// Thresholds that a person changes while the door runs. 700 and 30 of 1023, 2 °C and 33 °C are those of the
/// Arduino locker before Roost; 35.6 °F is 2 °C, and
/// 39.2 °F 4 °C: the limit with the 2 K by which it must be warmer again.
@Suite("Pet door: thresholds that are asked for")
struct ThresholdTests {
    private func news(_ json: JSONValue) throws -> PetDoor.Request {
        .set(try SettingsReader.read(from: json, at: SettingPath("set")))
    }

    /// As the words of a person.
    private func words(_ words: [String: JSONValue]) throws -> PetDoor.Request {
        .set(
            try SettingsReader.read(
                from: .object(words), at: SettingPath("set"), areWords: true))
    }

    @Test(
        "a temperature or a share without its unit is refused, in whatever unit temperatures are told"
    )
    func noUnit() throws {
        for (key, value, hint) in [
            ("temperature_min", "36", "\"36°C\" or \"36°F\""), ("temperature_max", "95", "95°F"),
            ("light_threshold", "60", "60%"), ("night_below", "0.6", "0.6%"),
            ("day_above", "60", "60%"), ("light_band", "10", "10%"),
        ] {
            let error = thrownError(ConfigurationErrors.self) {
                try words([key: .string(value)])
            }
            let text = error?.description ?? ""
            #expect(text.contains("\"\(value)\" has no unit") && text.contains(hint), "\(text)")
            #expect(throws: ConfigurationErrors.self, "\(key)") {
                try news([key: .number(Double(value) ?? 0)])
            }
        }
    }

    @Test("limits by which it would lock now are refused, with why, unless a person confirms that")
    func locksNow() throws {
        var bench = try lightOnly(["temperature_unit": "fahrenheit"])
        bench.celsius = 20
        bench.settle()
        for (limits, why) in [
            (
                ["temperature_min": "36°C"],
                "it is too cold (68.0 °F; too cold below 96.8 °F, until 100.4 °F)"
            ),
            (
                ["temperature_max": "10°C"],
                "it is too hot (68.0 °F; too hot above 50.0 °F, until 46.4 °F)"
            ),
            (["night_below": "95%"], "it is night (light 90.0 %, day begins at 97.9 %)"),
        ] as [([String: JSONValue], String)] {
            var limits = limits
            // Those of the file would cross them.
            limits["temperature_min"] = limits["temperature_min"] ?? "none"
            limits["temperature_max"] = limits["temperature_max"] ?? "none"
            let refused = bench.ask(try news(.object(limits)))
            #expect(
                refused?.message
                    == "refused: it would lock now: \(why); if that is what you want, add "
                    + "accept=lock-now")
            #expect(bench.outputs?.reason.thresholds == nil)
            bench.settle()
            #expect(bench.state == .unlocked)

            limits["accept"] = "lock-now"
            let taken = bench.ask(try news(.object(limits)))
            #expect(taken?.outcome == .done)
            #expect(taken?.message.hasSuffix("; it would lock now: \(why)") == true)
            bench.settle()
            #expect(bench.state == .locked)
            #expect(bench.ask(.reset)?.outcome == .done)
            bench.settle()
            #expect(bench.state == .unlocked)
        }
        #expect(throws: ConfigurationErrors.self) { try news(["accept": "yes"]) }
    }

    @Test(
        "no confirmation is asked for where it is locked already, unlocks, or the sensors cannot tell"
    )
    func locksNothingNow() throws {
        var bench = try lightOnly()
        bench.light = 0.1
        bench.settle()
        #expect(bench.ask(try news(["night_below": "80%"]))?.outcome == .done)
        #expect(bench.ask(try news(["night_below": "5%"]))?.outcome == .done)
        bench.settle()
        bench.light = nil
        bench.step()
        let answer = bench.ask(try news(["night_below": "80%"]))
        #expect(answer?.outcome == .done)
        #expect(
            answer?.message.contains("; it is not known whether it would lock now: light is ")
                == true,
            "\(answer?.message ?? "")")
    }

    @Test("by night, too, a limit is refused by which it would stay locked by day")
    func staysLocked() throws {
        var bench = try lightOnly()
        bench.celsius = 20
        bench.light = 0.1
        bench.settle()
        try #require(bench.state == .locked)
        let limits: JSONValue = ["temperature_min": "36°C", "temperature_max": "none"]
        let refused = bench.ask(try news(limits))
        #expect(refused?.outcome == .refused)
        #expect(
            refused?.message.hasPrefix("refused: it would stay locked by day: it is too cold (20.0")
                == true, "\(refused?.message ?? "")")
        // And so is the way back to a file that says so.
        var cold = try lightOnly(["temperature_min": "25 °C", "temperature_hysteresis": "1K"])
        cold.celsius = 20
        cold.ask(try news(["temperature_min": "none"]))
        cold.light = 0.1
        cold.settle()
        #expect(cold.ask(.reset)?.outcome == .refused)
        #expect(cold.ask(.resetAccepted)?.outcome == .done)
    }

    @Test("\"reset\" takes the same word as \"set\", and no other") func resetWord() throws {
        func isGiven(_ words: [String: JSONValue]) throws -> Bool {
            let acceptance: PetDoor.Acceptance = try SettingsReader.read(
                from: .object(words), at: SettingPath("reset"), areWords: true)
            return acceptance.isGiven
        }
        #expect(try !isGiven([:]))
        #expect(try isGiven(["accept": "lock-now"]))
        #expect(throws: ConfigurationErrors.self) { try isGiven(["accept": "yes"]) }
    }

    @Test("\"night below\" means that night begins there: it is taken as it is shown")
    func nightBelow()
        throws
    {
        var bench = try DoorBench(defaultsBut: ["accept_no_flap_switch": true, "dwell": "0s"])
        let message = bench.ask(try news(["night_below": "55%"]))?.message ?? ""
        #expect(message.hasPrefix("night below 55.0 % (563/1023), day above 65.4 % (669/1023)"))
        guard case .number(let percent)? = bench.details?["thresholds"]?["night_below_percent"]
        else {
            Issue.record("not told to a page")
            return
        }
        #expect(abs(percent - 55) < 1e-9)
        bench.settle()
        for (light, isNight) in [(0.552, false), (0.548, true), (0.652, true), (0.656, false)] {
            bench.light = light
            bench.run(for: .seconds(620), every: .seconds(1))
            #expect((bench.state == .locked) == isNight, "\(light)")
        }
        #expect(
            bench.ask(try news(["night_below": "40%", "day_above": "50%"]))?.message
                .hasPrefix("night below 40.0 % (409/1023), day above 50.0 % (512/1023)") == true)
        #expect(
            bench.ask(try news(["day_above": "60%"]))?.message
                .hasPrefix("night below 50.0 % (512/1023), day above 60.0 % (614/1023)") == true)
        let refused = bench.ask(try news(["night_below": "60%", "day_above": "50%"]))
        #expect(refused?.message.contains("day_above: must be above night_below") == true)
        #expect(throws: ConfigurationErrors.self) {
            try news(["night_below": "40%", "light_threshold": "50%"])
        }
    }

    private func lightOnly(_ more: [String: JSONValue] = [:]) throws -> DoorBench {
        let settings: [String: JSONValue] = ["dwell": "0s", "minimum_state_time": "0s"]
        return try DoorBench(.object(settings.merging(more) { $1 }))
    }

    @Test("what is asked for counts from the next step on, is shown, and ends with \"reset\"")
    func set() throws {
        var bench = try lightOnly()
        bench.light = 0.6
        bench.run(for: .seconds(4))
        #expect(bench.state == .locked)
        let response = bench.ask(try news(["light_threshold": "50%"]))
        #expect(response?.outcome == .done)
        #expect(response?.message.hasPrefix("night below 48.5 % (497/1023), day above") == true)
        #expect(
            response?.message.contains("until \"reset\"; in the file night below 67.0 %") == true)
        bench.run(for: .seconds(4))
        #expect(bench.state == .unlocked)
        #expect(
            bench.outputs?.reason.description.contains("as asked: night below 48.5 %") == true)
        #expect(bench.outputs?.reason.thresholds?.light == 0.5)

        #expect(
            bench.ask(.reset)?.message
                == "refused: it would lock now: it is night (light 60.0 %, day begins at 69.9 %); if that is what you "
                + "want, add accept=lock-now")
        #expect(bench.outputs?.reason.thresholds?.light == 0.5)
        #expect(
            bench.ask(.resetAccepted)?.message.contains(
                "as in the file; it would lock now: it is night (light 60.0 %") == true)
        bench.run(for: .seconds(4))
        #expect(bench.state == .locked)
        #expect(bench.outputs?.reason.thresholds == nil)
        #expect(bench.outputs?.reason.description.contains("as asked") == false)
    }

    @Test("without arguments it changes nothing and says what holds")
    func report() throws {
        var bench = try lightOnly()
        #expect(
            bench.ask(try news([:]))?.message
                == "night below 67.0 % (685/1023), day above 69.9 % (715/1023), too cold below "
                + "2.0 °C, too hot above 33.0 °C, as in the file")
        #expect(bench.outputs?.reason.thresholds == nil)
    }

    @Test("a threshold in counts of ten bits is the share that it is, in the file and as a request")
    func counts() throws {
        var bench = try DoorBench(defaultsBut: [
            "light_threshold": "511.5/1023", "light_band": "102.3/1023",
            "accept_no_flap_switch": true,
        ])
        let message = bench.ask(try news([:]))?.message ?? ""
        #expect(
            message.hasPrefix("night below 45.0 % (460/1023), day above 55.0 % (563/1023), at "))
        #expect(bench.ask(try news(["light_threshold": "700/1023"]))?.outcome == .done)
        #expect(abs((bench.outputs?.reason.thresholds?.light ?? 0) - 700.0 / 1023) < 1e-6)
        #expect(throws: ConfigurationErrors.self) {
            try news(["light_threshold": "1100/1023"])
        }
        #expect(throws: ConfigurationErrors.self) { try news(["light_threshold": "x/1023"]) }
    }

    @Test(
        "what cannot be is refused, and nothing changes",
        arguments: [
            (["light_threshold": "1%"], "light_threshold: with light_band"),
            (["light_band": "50%", "light_threshold": "80%"], "light_threshold: with light_band"),
            (["temperature_min": "30 °C"], "temperature_max: must be above temperature_min"),
        ] as [(JSONValue, String)])
    func refused(json: JSONValue, why: String) throws {
        var bench = try lightOnly()
        let response = bench.ask(try news(json))
        #expect(response?.outcome == .refused)
        #expect(
            response?.message.hasPrefix("refused: \(why)") == true, "\(response?.message ?? "")")
        #expect(bench.outputs?.reason.thresholds == nil)
    }

    @Test("without a thermometer no temperature can be asked for, which would never be known")
    func noThermometer() throws {
        var bench = try DoorBench(defaultsBut: ["accept_no_flap_switch": true])
        bench.hasThermometer = false
        let refused = bench.ask(try news(["temperature_min": "2 °C"]))
        #expect(refused?.message.contains("need a \"temperature\"") == true)
        #expect(bench.ask(try news(["light_threshold": "60%"]))?.outcome == .done)
    }

    @Test(
        "a thermometer that is taken away takes the limits with it that were asked for: it locks by light"
    )
    func thermometerTakenAway() throws {
        let settings: JSONValue = [
            "dwell": "0s", "minimum_state_time": "0s", "accept_no_flap_switch": true,
        ]
        var bench = try DoorBench(defaultsBut: settings)
        bench.celsius = 3
        bench.ask(try news(["temperature_min": "5 °C", "accept": "lock-now"]))
        #expect(bench.run(for: .seconds(4)).state == .locked)
        bench.hasThermometer = false
        try bench.resume(defaultsBut: settings)
        #expect(bench.run(for: .seconds(7)).state == .unlocked)
        let reason = bench.outputs?.reason
        #expect(
            reason?.description.hasSuffix(
                "too cold below 5.0 °C (no thermometer is connected: at any temperature)") == true)
        #expect(reason?.isFailsafe == true && reason?.code == "day")
        bench.light = 0.2
        #expect(bench.run(for: .seconds(4)).state == .locked)
        bench.run(for: .seconds(1200), every: .seconds(1))
        #expect(bench.state == .locked && bench.outputs?.reason.code == "night")

        #expect(bench.ask(try news(["light_threshold": "10%"]))?.outcome == .done)
        #expect(bench.run(for: .seconds(4)).state == .unlocked)
        #expect(bench.ask(try news(["temperature_max": "30 °C"]))?.outcome == .refused)
        bench.hasThermometer = true
        #expect(bench.run(for: .seconds(4)).state == .locked)
        #expect(bench.outputs?.reason.isFailsafe == false)
        bench.hasThermometer = false
        bench.ask(.resetAccepted)
        bench.step()
        #expect(bench.outputs?.reason.description.contains("thermometer") == false)
    }

    @Test("a limit of temperature can be set in °F, and taken away")
    func temperature() throws {
        var bench = try lightOnly()
        bench.celsius = 3
        #expect(bench.run(for: .seconds(7)).state == .unlocked)
        bench.ask(try news(["temperature_min": "41 °F", "accept": "lock-now"]))
        #expect(bench.run(for: .seconds(4)).state == .locked)
        bench.ask(try news(["temperature_min": "none", "temperature_max": "none"]))
        bench.celsius = -20
        #expect(bench.run(for: .seconds(4)).state == .unlocked)
        let message = bench.ask(try news([:]))?.message ?? ""
        #expect(message.contains("at any temperature, until \"reset\""))
    }

    @Test("it outlives a restart, unless the file says something else by then")
    func restart() throws {
        let before: JSONValue = ["light_threshold": "60%"]
        var bench = try DoorBench(before)
        bench.ask(try news(["light_threshold": "50%", "temperature_min": "none"]))
        try bench.resume(before)
        bench.step()
        #expect(bench.outputs?.reason.thresholds?.light == 0.5)
        #expect(bench.outputs?.reason.thresholds?.coldest == nil)

        // 10 °C and twice 14 K are above the 33 °C of the file.
        bench.ask(try news(["temperature_min": "10 °C"]))
        try bench.resume(["light_threshold": "60%", "temperature_hysteresis": "14K"])
        bench.step()
        #expect(bench.outputs?.reason.thresholds == nil)

        try bench.resume(["light_threshold": "65%"])
        bench.step()
        #expect(bench.outputs?.reason.thresholds == nil)
        #expect(bench.ask(try news([:]))?.message.hasSuffix("as in the file") == true)
    }

    @Test("another threshold is no short way to a lock: light must ask for it as long as ever")
    func dwell() throws {
        var bench = try DoorBench(defaultsBut: ["accept_no_flap_switch": true])
        bench.light = 0.8
        bench.run(for: .seconds(700), every: .seconds(1))
        bench.ask(
            try news([
                "light_threshold": "90%", "light_band": "5%", "accept": "lock-now",
            ]))
        #expect(bench.run(for: .seconds(290), every: .seconds(1)).state == .unlocked)
        #expect(bench.run(for: .seconds(20), every: .seconds(1)).state == .locked)
    }

    @Test("temperatures are told in °F where that is set")
    func fahrenheit() throws {
        var bench = try lightOnly(["temperature_unit": "fahrenheit"])
        bench.celsius = 1
        bench.run(for: .seconds(4))
        #expect(
            bench.outputs?.reason.description
                .contains("it is too cold (33.8 °F; too cold below 35.6 °F, until 39.2 °F)") == true
        )
        #expect(bench.ask(try news([:]))?.message.contains("too cold below 35.6 °F") == true)
        bench.celsius = 20
        bench.run(for: .seconds(4))
        #expect(bench.outputs?.reason.description.contains(" and 68.0 °F") == true)
    }
}

/// What animals did last, for people and for other programs.
@Suite("Pet door: the last events")
struct LastEventsTests {
    @Test("the last ten are told, the latest first, and forty outlive a restart")
    func recent() throws {
        var bench = try PetBench()
        #expect(bench.door.ask(.events)?.message == "nobody was at the flap yet")
        for _ in 0..<21 {
            bench.comesIn(.mia)
            bench.goesOut(.mia)
        }
        let recent = bench.door.outputs?.recent ?? []
        #expect(recent.count == 40)
        #expect(recent.prefix(2).map(\.towards) == [.outside, .inside])
        #expect(recent.allSatisfy { $0.visitor == .animal("Mia") && $0.kind == .transit })
        try bench.door.resume(PetBench.settings())
        bench.door.step()
        #expect(bench.door.outputs?.recent == recent)
        let told = try #require(bench.door.ask(.events)?.message)
        #expect(told.hasPrefix("Mia went out; Mia came in; Mia"))
        #expect(told.split(separator: ";").count == 10)
    }
}
