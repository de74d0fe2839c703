import Core
import JSON
import Settings
import TestSupport
import Testing
import Values

@testable import Rules

/// The table of what rules mean, in docs/automations.md, row by row.
@Suite struct EngineTests {
    private static let cooling = #"""
        {"name": "cooling", "when": "room > 28 °C or air > 80 %", "until": "room < 26 °C and air < 70 %", "set": {"fan": "on"}}
        """#

    @Test(
        "A rule begins when its condition is true and ends when the other is, with nothing between")
    func hysteresis() throws {
        var bench = try RuleBench(Self.cooling)
        bench.set("air", .humidity, 50)
        for (celsius, isOn) in [
            (27.0, false), (28.1, true), (27.0, true), (26.0, true), (25.9, false),
        ] {
            bench.set("room", celsius: celsius)
            bench.step()
            #expect(bench.isOn("fan") == isOn, "\(celsius)")
        }
        bench.set("air", .humidity, 81)
        bench.step()
        #expect(bench.isOn("fan") && bench.code == "cooling")
        #expect(
            bench.why
                == "cooling began with air > 80 %; until room < 26 °C and air < 70 %: room 25.9 °C, air 81 %"
        )
    }

    @Test("Without a way back it ends when its condition is false; it may be true at the start")
    func state() throws {
        var bench = try RuleBench(#"{"name": "a", "when": "room > 28 °C", "set": {"fan": "40 %"}}"#)
        bench.set("room", celsius: 29)
        bench.step()
        #expect(bench.command("fan") == Level(0.4).map { .level($0) })
        bench.set("room", celsius: 28)
        bench.step()
        #expect(bench.command("fan") == nil && bench.code == "idle")
        #expect(bench.why == "no rule is active; a waits for room > 28 °C: room 28 °C")
    }

    // MARK: Doubt

    @Test(
        "Nothing begins on what is unknown, stale or doubtful, and people are told after the grace")
    func unknownBeginsNothing() throws {
        var bench = try RuleBench(Self.cooling)
        for _ in 0..<60 {
            bench.step()
            #expect(bench.command("fan") == nil && bench.code == "idle")
        }
        bench.step(after: 2)
        #expect(bench.code == "cooling-doubtful")
        #expect(bench.why.contains("room is absent: unplugged"))
        let hot = Measurement(.temperature, 40).map { Reading.measurement($0) }
        let good = try Sample.good(#require(hot), at: bench.now)
        bench.set("room", good.judged(at: bench.now + .seconds(9), staleAfter: .seconds(2)))
        bench.step(after: 100)
        #expect(bench.command("fan") == nil)
        bench.set("room", .doubtful(try #require(hot), at: bench.now, because: "odd"))
        bench.step()
        #expect(bench.command("fan") == nil)
        bench.set("room", celsius: .nan)
        bench.step()
        #expect(bench.command("fan") == nil)
        bench.set("room", .pressure, 1000)
        bench.step()
        #expect(bench.command("fan") == nil)
        bench.set("room", celsius: 40)
        bench.step()
        #expect(bench.isOn("fan") && bench.code == "cooling")
    }

    @Test("What is true whatever the unknown is, is true: and, or and not of three values")
    func kleene() throws {
        var bench = try RuleBench(Self.cooling)
        bench.set("air", .humidity, 90)
        bench.step()
        #expect(bench.isOn("fan"), "one of two is enough")
        bench.set("air", .humidity, 75)
        bench.step(after: 300)
        #expect(bench.isOn("fan"), "one of two says that it is not over")
        #expect(bench.code == "cooling")
        bench.set("air", .humidity, 60)
        bench.step(after: 60)
        #expect(bench.isOn("fan"))
        bench.step()
        #expect(!bench.isOn("fan"), "whether it is over is unknown for longer than the grace")
        #expect(bench.code == "cooling-doubtful")
    }

    @Test(
        "What has begun goes on for its grace, and is a failsafe then; it begins again once it is known"
    )
    func grace() throws {
        var bench = try RuleBench(
            #"{"name": "heat", "when": "room < 5 °C", "until": "room > 7 °C", "set": {"heater": "on"}, "grace": "10 s"}"#
        )
        bench.set("room", celsius: 4)
        bench.step()
        bench.lose("room")
        for _ in 0..<10 {
            bench.step()
            #expect(bench.isOn("heater"))
        }
        bench.step()
        #expect(bench.command("heater") == nil)
        #expect(bench.code == "heat-doubtful" && bench.engine.why.isFailsafe)
        #expect(bench.engine.why.isFault)
        bench.set("room", celsius: 6)
        bench.step()
        #expect(bench.command("heater") == nil && bench.code == "idle")
        bench.set("room", celsius: 4)
        bench.step()
        #expect(bench.isOn("heater"))
    }

    @Test("Nothing begins of which the end is not known") func unknownEnd() throws {
        var bench = try RuleBench(
            #"{"name": "heat", "when": "window is closed", "until": "room > 20 °C", "set": {"heater": "on"}}"#
        )
        bench.set("window", isActive: true)
        bench.step()
        #expect(bench.command("heater") == nil)
        bench.set("room", celsius: 19)
        bench.step()
        #expect(bench.isOn("heater"))
        bench.set("room", celsius: 21)
        bench.step()
        #expect(bench.command("heater") == nil, "the end wins where both are true")
    }

    @Test("That an input is unknown is known") func known() throws {
        var bench = try RuleBench(
            #"{"name": "freezer", "when": "ice > -12 °C since 10 min or ice is unknown since 10 min", "alert": "The freezer", "severity": "alarm"}"#
        )
        bench.set("ice", celsius: -18)
        bench.step()
        bench.lose("ice")
        bench.step(after: 600)
        #expect(bench.code == "freezer-doubtful")
        bench.step()
        #expect(bench.code == "freezer")
        let alerts = bench.engine.details(by: bench.plan, at: bench.now)["alerts"]
        #expect(alerts == [["code": "freezer", "severity": "alarm", "text": "The freezer"]])
    }

    @Test("A quotient of zero is unknown") func zero() throws {
        var bench = try RuleBench(
            #"{"name": "a", "when": "used / made > 2 and made < 1 kW", "set": {"fan": "on"}}"#)
        bench.set("used", .power, 3)
        bench.set("made", .power, 0)
        bench.step(after: 5)
        #expect(bench.command("fan") == nil)
        bench.set("made", .power, 1)
        bench.step()
        #expect(bench.isOn("fan"))
    }

    // MARK: Times

    @Test("A dwell is over to the step, and a moment without begins it anew") func since() throws {
        var bench = try RuleBench(
            #"{"name": "rain", "when": "rain is wet since 2 min", "set": {"awning": "off"}}"#)
        bench.set("rain", isActive: true)
        bench.step()
        bench.step(after: 119)
        #expect(bench.command("awning") == nil)
        bench.set("rain", isActive: false)
        bench.step()
        bench.set("rain", isActive: true)
        bench.step()
        bench.step(after: 119)
        #expect(bench.command("awning") == nil)
        bench.step()
        #expect(bench.command("awning") == .off)
        bench.set("rain", isActive: false)
        bench.step()
        #expect(bench.command("awning") == nil)
    }

    @Test("What has a time ends with it, and begins again only after its condition was false")
    func time() throws {
        var bench = try RuleBench(
            #"{"name": "a", "when": "door is open", "set": {"lamp": "on"}, "for": "10 s"}"#)
        bench.set("door", isActive: false)
        bench.step()
        for _ in 0..<9 {
            bench.step()
            #expect(bench.isOn("lamp"))
        }
        bench.step()
        #expect(bench.command("lamp") == nil)
        bench.step(after: 60)
        #expect(bench.command("lamp") == nil, "the door still stands open")
        bench.lose("door")
        bench.step(after: 5)
        bench.set("door", isActive: false)
        bench.step(after: 5)
        #expect(bench.command("lamp") == nil, "nobody knows that it was shut")
        bench.set("door", isActive: true)
        bench.step()
        bench.set("door", isActive: false)
        bench.step()
        #expect(bench.isOn("lamp"))
        bench.set("door", isActive: true)
        bench.step(after: 5)
        #expect(bench.isOn("lamp"), "with a time it does not matter that the condition is false")
    }

    @Test("A rule lasts, and rests, at least as long as it says") func atLeast() throws {
        var bench = try RuleBench(
            #"{"name": "cool", "when": "room > 8 °C", "until": "room < 5 °C", "set": {"pump": "on"}, "at_least": "3 min"}"#
        )
        bench.set("room", celsius: 9)
        bench.step()
        #expect(bench.command("pump") == nil, "it may have run right before the start")
        bench.step(after: 180)
        #expect(bench.isOn("pump"))
        bench.set("room", celsius: 4)
        bench.step(after: 178)
        #expect(bench.isOn("pump"))
        bench.step(after: 3)
        #expect(bench.command("pump") == nil)
        bench.set("room", celsius: 9)
        bench.step(after: 178)
        #expect(bench.command("pump") == nil)
        bench.step(after: 3)
        #expect(bench.isOn("pump"))
    }

    @Test("An event counts once, and one more lets the time begin anew") func events() throws {
        var bench = try RuleBench(
            #"{"name": "stairs", "on": "button.press", "set": {"lamp": "on"}, "for": "60 s"}"#)
        bench.step()
        #expect(bench.command("lamp") == nil)
        bench.step(presses: [("button", .press)])
        #expect(bench.isOn("lamp"))
        #expect(bench.why == "stairs began with button.press; for 60 s")
        bench.step(after: 59)
        #expect(bench.isOn("lamp"))
        bench.step(after: 0.5, presses: [("button", .press)])
        bench.step(after: 59)
        #expect(bench.isOn("lamp"))
        bench.step()
        #expect(bench.command("lamp") == nil)
        bench.step(presses: [("button", .longPress)])
        #expect(bench.command("lamp") == nil)
    }

    @Test("A contact that has changed and changed back between two steps begins a since anew")
    func flicker() throws {
        var bench = try RuleBench(
            #"{"name": "rain", "when": "rain is wet since 10 s or (not (rain is dry)) since 10 s", "set": {"fan": "on"}}"#
        )
        for (changesEachStep, isOn) in [(UInt64(0), true), (2, false), (1, false)] {
            var changes: UInt64 = 1
            bench.set("rain", isActive: false)
            bench.step(after: 5)
            for _ in 0..<30 {
                changes += changesEachStep
                bench.set(
                    "rain",
                    .good(.contact(Contact(isActive: true, changes: changes)), at: bench.now))
                bench.step()
            }
            #expect(bench.isOn("fan") == isOn, "\(changesEachStep)")
        }
        // A number is no contact: its timer goes on.
        var number = try RuleBench(
            #"{"name": "a", "when": "room > 28 °C since 5 s and rain is wet", "set": {"fan": "on"}}"#
        )
        number.set("room", celsius: 30)
        for step in 0..<7 {
            number.set(
                "rain",
                .good(.contact(Contact(isActive: true, changes: UInt64(step * 2))), at: number.now))
            number.step()
        }
        #expect(number.isOn("fan"))
    }

    @Test("A paused rule and an alert stand in the reason, whatever rule leads it")
    func pausedIsTold() throws {
        var bench = try RuleBench(
            #"""
            {"name": "blind", "when": "room is unknown since 5 s", "alert": "The thermometer is lost", "severity": "alarm"},
            {"name": "wet", "when": "rain is wet", "alert": "It rains", "severity": "info"},
            {"name": "heating", "when": "room < 12 °C", "set": {"heater": "on"}},
            {"name": "lamp", "when": "rain is wet", "set": {"lamp": "on"}}
            """#)
        bench.set("room", celsius: 20)
        bench.set("rain", isActive: false)
        bench.step()
        #expect(bench.code == "idle")
        bench.step(requests: [.setMode(rule: "heating", .paused)])
        #expect(bench.code == "heating-paused")
        #expect(bench.why.hasSuffix("; paused: heating"), "\(bench.why)")
        bench.lose("room")
        bench.set("rain", isActive: true)
        bench.step(after: 10)
        #expect(bench.code == "blind+wet+lamp+heating-paused")
        // The rule with an output leads, and nothing grave is left out.
        #expect(
            bench.why
                == "lamp began with rain is wet: rain closed; alarm: The thermometer is lost; info: It rains; paused: heating"
        )
        bench.step(requests: [.setMode(rule: "heating", .auto)])
        #expect(!bench.why.contains("paused"))
    }

    @Test("The reason says why a rule does not begin whose condition is true")
    func waits() throws {
        var bench = try RuleBench(
            #"{"name": "a", "when": "room > 28 °C", "until": "rain is wet", "set": {"fan": "on"}, "for": "10 s"}"#
        )
        bench.set("room", celsius: 30)
        bench.set("rain", isActive: true)
        bench.step()
        #expect(bench.why.contains("a does not begin before rain is wet is known to be false"))
        bench.set("rain", isActive: false)
        bench.step()
        #expect(bench.isOn("fan"))
        bench.step(after: 11)
        #expect(!bench.isOn("fan"))
        #expect(
            bench.why.contains("a has had its time, and begins again after room > 28 °C was false"))
        bench.set("room", celsius: 20)
        bench.step()
        #expect(bench.why.contains("a waits for room > 28 °C"))
        var held = try RuleBench(
            #"{"name": "a", "when": "room > 28 °C", "set": {"fan": "on"}, "at_least": "20 s"}"#)
        held.set("room", celsius: 30)
        held.step()
        #expect(!held.isOn("fan") && held.why.contains("waits for its \"at_least\""))
        held.step(after: 20)
        #expect(held.isOn("fan"))
    }

    @Test("A code has eight names, and says that there are more") func names() throws {
        let rules = (1...9).map {
            #"{"name": "r\#($0)", "when": "room > \#($0) °C", "alert": "hot"}"#
        }
        var bench = try RuleBench(rules.joined(separator: ","))
        bench.set("room", celsius: 8.5)
        bench.step()
        #expect(bench.code == "r1+r2+r3+r4+r5+r6+r7+r8")
        bench.set("room", celsius: 9.5)
        bench.step()
        #expect(bench.code == "r1+r2+r3+r4+r5+r6+r7+r8+more")
    }

    @Test(
        "A contact that changes is an event; the first that is known of it is none, and a short change counts"
    )
    func becomes() throws {
        var bench = try RuleBench(
            #"{"name": "bell", "on": "bell becomes closed", "alert": "Somebody rings"}"#)
        bench.set("bell", isActive: true)
        bench.step()
        let happened = { (bench: RuleBench) -> Int in bench.engine.happenings.count }
        #expect(happened(bench) == 0)
        bench.set("bell", isActive: false)
        bench.step()
        bench.set("bell", isActive: true)
        bench.step()
        bench.step()
        #expect(happened(bench) == 1)
        bench.set("bell", .good(.contact(Contact(isActive: false, changes: 100)), at: bench.now))
        bench.step()
        #expect(happened(bench) == 1)
        bench.set("bell", .good(.contact(Contact(isActive: false, changes: 102)), at: bench.now))
        bench.step()
        #expect(happened(bench) == 2, "closed and open again between two steps")
        #expect(bench.engine.happenings.first?.text == "Somebody rings")
    }

    @Test("Every so often is counted from when it began last, and waits for its condition")
    func every() throws {
        var bench = try RuleBench(
            #"{"name": "water", "every": "1 h", "when": "soil < 40 %", "set": {"pump": "on"}, "for": "30 s"}"#
        )
        bench.set("soil", .ratio, 0.3)
        bench.step()
        bench.step(after: 3599)
        #expect(bench.command("pump") == nil, "an hour after the start at the soonest")
        bench.step()
        #expect(bench.isOn("pump"))
        bench.step(after: 30)
        #expect(bench.command("pump") == nil)
        bench.set("soil", .ratio, 0.5)
        bench.step(after: 4000)
        #expect(bench.command("pump") == nil)
        bench.set("soil", .ratio, 0.3)
        bench.step()
        #expect(bench.isOn("pump"), "it is due since")
    }

    // MARK: The clock

    @Test("A part of the day may go over midnight, by the local clock") func window() throws {
        var bench = try RuleBench(
            #"{"name": "night", "when": "after 22:00 and before 06:30", "set": {"lamp": "10 %"}}"#)
        bench.step()
        #expect(bench.command("lamp") == nil)
        bench.step(after: 10 * 3600 - 2)
        #expect(bench.command("lamp") == nil)
        bench.step(after: 2)
        #expect(bench.command("lamp") != nil)
        bench.step(after: 8.5 * 3600 - 2)
        #expect(bench.command("lamp") != nil)
        bench.step(after: 2)
        #expect(bench.command("lamp") == nil)
    }

    @Test("Without a good clock every time is unknown") func noClock() throws {
        var bench = try RuleBench(
            #"{"name": "day", "when": "after 00:00 and on monday, sunday, weekdays, saturday", "set": {"lamp": "on"}}"#
        )
        bench.noon = nil
        bench.step(after: 30)
        #expect(bench.command("lamp") == nil)
        bench.step(after: 40)
        #expect(bench.code == "day-doubtful" && bench.why.contains("the clock is not set"))
        bench.noon = 0
        bench.step()
        #expect(bench.command("lamp") == nil, "1970 is no time to believe")
        bench.noon = 1_782_036_000
        bench.step()
        #expect(bench.isOn("lamp"))
        bench.noon = nil
        bench.step(after: 59)
        #expect(bench.isOn("lamp"))
        bench.step(after: 3)
        #expect(bench.command("lamp") == nil)
    }

    @Test("The days of the week are those of the local clock") func days() throws {
        // 21 June 2026 is a Sunday.
        var bench = try RuleBench(
            #"{"name": "a", "when": "on weekends", "set": {"lamp": "on"}}, {"name": "b", "when": "on monday", "set": {"fan": "on"}}"#
        )
        bench.step()
        #expect(bench.isOn("lamp") && bench.command("fan") == nil)
        bench.step(after: 12 * 3600)
        #expect(bench.command("lamp") == nil && bench.isOn("fan"))
    }

    // MARK: Two rules, and limits

    @Test(
        "Of two rules that set one output the greater priority decides, and the other when it ends")
    func priority() throws {
        var bench = try RuleBench(
            #"""
            {"name": "evening", "when": "dark is closed", "set": {"lamp": "40 %"}, "priority": 1},
            {"name": "stairs", "on": "button.press", "set": {"lamp": "on"}, "for": "10 s", "priority": 2}
            """#)
        bench.set("dark", isActive: true)
        bench.step()
        #expect(bench.command("lamp") == Level(0.4).map { .level($0) })
        bench.step(presses: [("button", .press)])
        #expect(bench.isOn("lamp") && bench.code == "stairs+evening")
        bench.step(after: 10)
        #expect(bench.command("lamp") == Level(0.4).map { .level($0) })
    }

    @Test("No output is commanded longer than its longest time, whichever rules take turns")
    func longest() throws {
        var bench = try RuleBench(
            #"""
            {"name": "a", "when": "one is closed", "set": {"pump": "on"}, "priority": 1},
            {"name": "b", "when": "two is closed", "set": {"pump": "on"}, "priority": 2}
            """#, beside: #""longest": {"pump": "60 s"}"#)
        bench.set("one", isActive: true)
        bench.set("two", isActive: false)
        bench.step()
        bench.step(after: 30)
        bench.set("two", isActive: true)
        bench.step()
        bench.set("one", isActive: false)
        bench.step(after: 28)
        #expect(bench.isOn("pump"))
        bench.step()
        #expect(bench.command("pump") == nil && bench.code == "pump-too-long+b")
        #expect(bench.engine.why.isFailsafe && !bench.engine.why.isFault)
        bench.step(after: 500)
        #expect(bench.command("pump") == nil)
        bench.set("two", isActive: false)
        bench.step()
        bench.set("two", isActive: true)
        bench.step()
        #expect(bench.isOn("pump"))
    }

    @Test("It begins so often at most, also over a restart and other rules, until the time is over")
    func atMost() throws {
        let rule =
            #"{"name": "a", "when": "door is open", "set": {"lamp": "on"}, "at_most": "2 an hour"}"#
        var bench = try RuleBench(rule)
        let open = { (bench: inout RuleBench) in
            bench.set("door", isActive: true)
            bench.step()
            bench.set("door", isActive: false)
            bench.step()
        }
        open(&bench)
        #expect(bench.isOn("lamp"))
        bench.step(after: 600)
        try bench.restart(after: 60)
        open(&bench)
        #expect(bench.isOn("lamp"))
        open(&bench)
        #expect(bench.command("lamp") == nil && bench.code == "a-spent")
        #expect(bench.why.contains("2 an hour"))
        try bench.apply(rule.replacing("open", with: "open since 1s"))
        bench.step(after: 600)
        #expect(bench.command("lamp") == nil)
        bench.step(after: 2400)
        #expect(bench.isOn("lamp"), "the first is an hour ago, as the clock says")
    }

    @Test("Without a clock what was before a restart counts from the restart on")
    func atMostWithoutClock() throws {
        var bench = try RuleBench(
            #"{"name": "a", "when": "door is open", "set": {"lamp": "on"}, "at_most": "1 an hour"}"#
        )
        bench.noon = nil
        bench.set("door", isActive: false)
        bench.step()
        #expect(bench.isOn("lamp"))
        try bench.restart(after: 7200)
        bench.set("door", isActive: false)
        bench.step(after: 3590)
        #expect(bench.command("lamp") == nil && bench.code == "a-spent")
        bench.step(after: 15)
        #expect(bench.isOn("lamp"))
    }

    // MARK: Restart and change

    @Test(
        "After a restart every output begins at its safe level; a time goes on only if the rule says so, with a good clock"
    )
    func restart() throws {
        for (resumes, hasClock, outage, isOn) in [
            (false, true, 60.0, false), (true, true, 60, true), (true, false, 60, false),
            (true, true, 700, false),
        ] {
            var bench = try RuleBench(
                #"{"name": "a", "on": "button.press", "set": {"lamp": "on"}, "for": "10 min", "resume": \#(resumes)}"#
            )
            bench.step()
            bench.step(presses: [("button", .press)])
            bench.step(after: 120)
            try bench.restart(after: outage)
            if !hasClock { bench.noon = nil }
            bench.step()
            #expect(bench.isOn("lamp") == isOn, "\(resumes) \(hasClock) \(outage)")
            guard isOn else { continue }
            bench.step(after: 600 - 120 - outage - 5)
            #expect(bench.isOn("lamp"))
            bench.step(after: 6)
            #expect(bench.command("lamp") == nil)
        }
    }

    @Test("What happens every so often is not done again because the service starts")
    func everyOverRestart() throws {
        var bench = try RuleBench(
            #"{"name": "water", "every": "2 h", "set": {"pump": "on"}, "for": "30 s"}"#)
        bench.step()
        bench.step(after: 7200)
        #expect(bench.isOn("pump"))
        for _ in 0..<5 {
            try bench.restart(after: 60)
            bench.step(after: 600)
            #expect(bench.command("pump") == nil)
        }
        bench.step(after: 7200 - 5 * 660 - 30)
        #expect(bench.command("pump") == nil)
        bench.step(after: 45)
        #expect(bench.isOn("pump"))
    }

    @Test("Other rules are taken over while one is active: it stays, and ends by what is said now")
    func change() throws {
        var bench = try RuleBench(Self.cooling)
        bench.set("room", celsius: 29)
        bench.set("air", .humidity, 50)
        bench.step()
        try bench.apply(
            #"{"name": "cooling", "when": "room > 30 °C", "until": "room < 24 °C", "set": {"fan": "on"}}, {"name": "new", "when": "room > 50 °C", "alert": "hot"}"#
        )
        bench.set("room", celsius: 25)
        bench.step()
        #expect(bench.isOn("fan"))
        bench.set("room", celsius: 23.9)
        bench.step()
        #expect(bench.command("fan") == nil)
        bench.set("room", celsius: 31)
        bench.step()
        #expect(bench.isOn("fan"))
        try bench.apply(#"{"name": "other", "when": "room > 50 °C", "set": {"fan": "on"}}"#)
        bench.step()
        #expect(bench.command("fan") == nil, "its rule is gone")
    }

    @Test("A change keeps the time that a condition has held") func changeKeepsDwell() throws {
        let rule = #"{"name": "rain", "when": "rain is wet since 2 min", "set": {"x": "on"}}"#
        var bench = try RuleBench(rule)
        bench.set("rain", isActive: true)
        bench.step()
        bench.step(after: 100)
        try bench.apply(rule + #", {"name": "b", "when": "always", "alert": "x"}"#)
        bench.step(after: 19)
        #expect(bench.command("x") == nil)
        bench.step()
        #expect(bench.isOn("x"))
    }

    // MARK: People, and other plugins

    @Test("A person pauses a rule, also over a restart; nothing else begins it") func paused()
        throws
    {
        var bench = try RuleBench(Self.cooling)
        bench.set("room", celsius: 29)
        bench.step()
        let answer = bench.step(requests: [.setMode(rule: "cooling", .paused)])
        #expect(answer.map(\.message) == ["cooling is paused"])
        #expect(bench.command("fan") == nil)
        try bench.restart()
        bench.set("room", celsius: 29)
        bench.step(after: 10)
        #expect(bench.command("fan") == nil)
        bench.step(requests: [.setMode(rule: "cooling", .auto)])
        bench.step()
        #expect(bench.isOn("fan"))
        let refused = bench.step(requests: [.setMode(rule: "colling", .paused)])
        #expect(refused.first?.outcome == .refused)
        #expect(refused.first?.message.contains("Did you mean \"cooling\"?") == true)
    }

    @Test("A rule asks once when it begins; that it was refused is told until it begins again")
    func asks() throws {
        var bench = try RuleBench(
            #"{"name": "rain", "when": "rain is wet", "ask": {"door": "lock for=1h"}}"#)
        bench.set("rain", isActive: true)
        bench.step()
        let ask = try #require(bench.engine.asks.first)
        #expect(ask.plugin == "door" && ask.words == ["lock", "for=1h"])
        bench.step(answers: [Response(to: ask.number, .refused, "the bolt is busy")])
        #expect(bench.engine.asks == [])
        #expect(bench.code == "rain-refused+rain" && bench.why.contains("the bolt is busy"))
        #expect(bench.engine.why.isFailsafe && !bench.engine.why.isFault)
        bench.set("rain", isActive: false)
        bench.step()
        bench.set("rain", isActive: true)
        bench.step()
        #expect(bench.code == "rain" && bench.engine.asks.count == 1)
    }

    @Test("A rule that begins again and again asks ten times in a minute at most") func askFlood()
        throws
    {
        var bench = try RuleBench(
            #"{"name": "rain", "when": "rain is wet", "ask": {"door": "lock"}}"#)
        var count = 0
        for _ in 0..<29 {
            bench.set("rain", isActive: true)
            bench.step()
            count += bench.engine.asks.count
            bench.set("rain", isActive: false)
            bench.step()
        }
        #expect(count == 10)
        #expect(bench.code == "rain-refused" && bench.why.contains("10 times in a minute"))
    }

    // MARK: Records

    @Test("Inputs and reasons are written as JSON by their names, and read again as they were")
    func coding() throws {
        let now = Instant(nanoseconds: 5)
        let hot = try #require(Measurement(.temperature, 21.5))
        let inputs = RuleInputs(
            Readings(
                names: ["room", "rain"],
                samples: [
                    .good(.measurement(hot), at: now), .absent(since: now, because: "unplugged"),
                ]), clock: .absent(since: now, because: "not set"),
            presses: [
                .init("button", Event(number: 1, value: .press, postedAt: now, origin: .person))
            ],
            requests: [
                Event(number: 1, value: .setMode(rule: "a", .auto), postedAt: now, origin: .person)
            ], answers: [Response(to: 1, .done, "yes")])
        let json = try #require(JSONValue(encoding: inputs))
        #expect(json["room"]?["value"]?["value"] == 21.5)
        let read = try json.decode(as: RuleInputs.self)
        #expect(JSONValue(encoding: read) == json)
        #expect(read.presses == inputs.presses && read.readings.names == ["rain", "room"])
        var bench = try RuleBench(Self.cooling)
        bench.set("room", celsius: 29)
        bench.step()
        let why = try #require(JSONValue(encoding: bench.engine.why))
        #expect(try why.decode(as: RuleWhy.self) == bench.engine.why)
    }
}
