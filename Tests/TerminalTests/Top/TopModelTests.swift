import Core
import JSON
import Terminal
import Testing
import Values

@Suite struct TopModelTests {
    @Test("q and ctrl-C quit from every page, ctrl-Z asks for the shell") func quit() throws {
        for before in ["", "⏎", "?"] {
            for key in ["q", "^"] {
                let bench = try TopBench()
                #expect(bench.press(before) == nil)
                #expect(bench.press(key) == .quit)
            }
        }
        let bench = try TopBench()
        #expect(
            bench.model.handle(.key(.suspend, .press), maxScroll: 0, at: bench.now) == .suspend)
        #expect(bench.model.handle(.key(.interrupt, .release), maxScroll: 0, at: bench.now) == nil)
        #expect(bench.model.handle(.focusLost, maxScroll: 0, at: bench.now) == nil)
    }

    @Test("what needs a person most is selected until another is, and then that stays so")
    func selection() throws {
        let bench = try TopBench()
        #expect(bench.selected == "bolt")
        bench.press("j")
        #expect(bench.selected == "latch")
        bench.press("↓↓↓↓↓")
        #expect(bench.selected == "door")
        bench.press("k↑")
        #expect(bench.selected == "rose")
        bench.press("kkkkkkkkkkk")
        #expect(bench.selected == "bolt")
        bench.press("jjjjjjjjjjjjjjjjj")
        #expect(bench.selected == "pilot")
        bench.press("s")
        #expect(bench.selected == "pilot")
    }

    @Test("the selected one being gone, what needs a person most is selected") func gone() throws {
        let bench = try TopBench()
        bench.press("jj")
        #expect(bench.selected == "outside")
        bench.press("sjj")
        #expect(bench.selected == "door")
        let status = try #require(JSONValue(encoding: try StatusSample.healthy(), keys: .snakeCase))
        #expect(bench.tell(["status": status]))
        #expect(bench.selected == "drone")
    }

    @Test("s sorts by name and back") func order() throws {
        let bench = try TopBench()
        let worstFirst = ["bolt", "latch", "outside", "drone", "rose", "lamp", "door", "pilot"]
        #expect(bench.names == worstFirst)
        bench.press("s")
        #expect(
            bench.names == ["bolt", "drone", "latch", "outside", "rose", "door", "lamp", "pilot"])
        bench.press("s")
        #expect(bench.names == worstFirst)
    }

    @Test("Enter opens what is selected, Esc and Enter go back, ? comes from and goes to any page")
    func pages() throws {
        let bench = try TopBench()
        bench.press("jj⏎")
        #expect(bench.model.page == .details(.driver("outside")))
        #expect(bench.lines()[2] == "outside (driver ds18b20): running")
        bench.press("?")
        #expect(bench.model.page == .help)
        bench.press("⎋")
        #expect(bench.model.page == .details(.driver("outside")))
        bench.press("⏎")
        #expect(bench.model.page == .list)
        bench.press("??")
        #expect(bench.model.page == .list)
        bench.press("⎋sx")
        #expect(bench.model.page == .list)
    }

    @Test("a page scrolls to its end and not beyond, and starts over when it is opened")
    func scrolling() throws {
        let bench = try TopBench()
        bench.press("jjj⏎")
        let top = bench.lines(columns: 40, rows: 10)
        bench.press(String(repeating: "j", count: 100), columns: 40, rows: 10)
        #expect(bench.lines(columns: 40, rows: 10) != top)
        #expect(bench.lines(columns: 40, rows: 10)[8].contains("battery"))
        bench.press(String(repeating: "k", count: 100), columns: 40, rows: 10)
        #expect(bench.lines(columns: 40, rows: 10) == top)
        bench.press("jjj⎋⏎", columns: 40, rows: 10)
        #expect(bench.lines(columns: 40, rows: 10) == top)
    }

    @Test("while it is paused nothing moves but the time of the pause") func pause() throws {
        let bench = try TopBench()
        bench.tellEvent(1, "before")
        bench.press("p")
        let held = bench.lines()
        bench.wait(.seconds(90))
        bench.tellEvent(2, "meanwhile")
        bench.model.sample()
        #expect(bench.lines().dropFirst() == held.dropFirst())
        #expect(bench.lines()[0].contains("paused since 90 s"))
        bench.press("p")
        #expect(bench.lines().contains { $0.contains("meanwhile") })
        #expect(!bench.lines()[0].contains("paused"))
    }

    @Test("a connection that is lost is so since then, whatever is tried, until there is a status")
    func loss() throws {
        let bench = try TopBench()
        bench.wait(.seconds(5))
        bench.model.lose("roost has hung up", at: bench.now)
        bench.wait(.seconds(12))
        bench.model.lose("no roost is running", at: bench.now)
        #expect(bench.lines()[0] == "both  connection lost since 12 s")
        #expect(bench.lines()[1] == "no roost is running; trying again")
        // What was 12.4 s old when it was told.
        let lines = bench.lines()
        #expect(lines.contains { $0.contains("running?") && $0.contains("stale, 29 s old") })
        #expect(bench.tell(["ok": true]))
        #expect(bench.lines()[0].contains("lost"))
        let status = try #require(JSONValue(encoding: try StatusSample.report(), keys: .snakeCase))
        #expect(bench.tell(["status": status]))
        #expect(bench.lines()[0] == "both  5 need a look  running for 3 min  roost 9.9")
    }

    @Test("a refusal and a status that cannot be read are losses with their reason")
    func refusals() throws {
        var bench = try TopBench()
        #expect(!bench.tell(["ok": false, "error": "8 watch already"]))
        #expect(bench.lines()[1] == "8 watch already; trying again")
        bench = try TopBench()
        #expect(!bench.tell(["status": ["schema": 7]]))
        #expect(bench.lines()[1].contains("this version does not understand"))
    }

    @Test("what is told of a good status is older by the time since") func ages() throws {
        let bench = try TopBench()
        bench.wait(.seconds(4))
        let lines = bench.lines()
        #expect(lines.contains { $0.contains("outside") && $0.contains("stale, 16 s old") })
        // Since when a policy has not stepped is not told for itself: it does not hang for that.
        #expect(lines.contains { $0.contains("pilot") && $0.contains("running") })
    }
}
