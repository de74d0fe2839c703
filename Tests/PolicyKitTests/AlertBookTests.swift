import Core
import PolicyKit
import Testing
import Values

struct AlertBookTests {
    enum Kind: Int, AlertKind {
        case hot, silent, asked

        var code: String {
            switch self {
            case .hot: "hot"
            case .silent: "silent"
            case .asked: "asked"
            }
        }
        var severity: Severity { self == .hot ? .alarm : .warning }
        var endsByAWord: Bool { self == .asked }
        var minimumDuration: Duration { self == .silent ? .seconds(60) : .zero }
        var isToldEachTime: Bool { self == .asked }
    }

    /// A book that is shown causes, a step a second.
    private struct Bench {
        var book: AlertBook<Kind>
        let settings: AlertSettings
        var now = Instant(nanoseconds: 1_000_000_000_000)
        /// What was told: the code, and whether it began.
        var told: [String] = []

        init(remembered: [Alert<Kind>] = []) {
            book = AlertBook(remembered: remembered)
            settings = SettingsReader.defaults(of: Shown.self).alerts
        }

        mutating func show(_ kinds: [Kind], for seconds: Int) {
            var causes = AlertCauses<Kind>()
            for kind in kinds { causes.note(kind, true) }
            for _ in 0..<seconds {
                now = now + .seconds(1)
                let news = book.note(causes, time: nil, by: settings, at: now)
                told += news.map { ($0.isStanding ? "+" : "-") + $0.code }
            }
        }
    }

    private struct Shown: PluginSettings {
        let alerts: AlertSettings

        init(_ read: SettingsReader) { alerts = AlertSettings(read) }
    }

    @Test("what lasts is told once, and is over when it was gone for ten minutes")
    func once() {
        var bench = Bench()
        bench.show([.hot], for: 3600)
        bench.show([], for: 600)
        #expect(bench.told == ["+hot"])
        #expect(bench.book.worst == .alarm && bench.book.latest?.kind == .hot)
        bench.show([], for: 1)
        #expect(bench.told == ["+hot", "-hot"])
        #expect(bench.book.standing == [] && bench.book.worst == nil && bench.book.latest == nil)
        #expect(bench.book.known.map(\.count) == [1])
    }

    @Test("one of a minimum duration is told when it has lasted so long, and not for a moment")
    func minimum() {
        var bench = Bench()
        bench.show([.silent], for: 60)
        bench.show([], for: 120)
        #expect(bench.told == [] && bench.book.known == [])
        bench.show([.silent], for: 61)
        #expect(bench.told == ["+silent"])
    }

    @Test("the same is not told again for a day, and is counted; one that is told each time is")
    func again() {
        var bench = Bench()
        for _ in 0..<3 {
            bench.show([.hot, .asked], for: 10)
            bench.show([], for: 700)
        }
        #expect(bench.told.filter { $0 == "+hot" }.count == 1)
        #expect(bench.told.filter { $0 == "+asked" }.count == 3)
        #expect(bench.book.known.map(\.count) == [3, 3])
    }

    @Test("one that ends by a word is over at once")
    func word() {
        var bench = Bench()
        bench.show([.asked], for: 10)
        bench.show([], for: 1)
        #expect(bench.told == ["+asked", "-asked"])
    }

    @Test("what stood when the program ended is known, and is not told again")
    func remembered() throws {
        var bench = Bench()
        bench.show([.hot], for: 10)
        let kept = try #require(JSONValue(encoding: bench.book.known))
        #expect(kept.line.contains("\"kind\":\"hot\""))
        var next = Bench(remembered: try kept.decode(as: [Alert<Kind>].self))
        next.show([.hot], for: 10)
        #expect(next.told == [])
        #expect(next.book.standing.map(\.count) == [1])
        next.show([], for: 601)
        #expect(next.told == ["-hot"])
    }

    @Test("what stands and what there was is said in words")
    func words() {
        var bench = Bench()
        #expect(bench.book.report == "no alert")
        bench.show([.asked], for: 1)
        bench.show([.hot], for: 1)
        #expect(bench.book.report == "now: alarm hot; before: warning asked")
    }
}
