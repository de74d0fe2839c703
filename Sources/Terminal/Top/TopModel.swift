import Control
import Core
import JSON
import Values

/// What `roost top` knows, and what of it a person wants to see. It is moved by what roost tells, by keys and
/// by time, and knows no terminal and no socket.
package struct TopModel: Sendable {
    package enum Page: Equatable, Sendable {
        case list
        case details(TopSubject)
        case help
    }

    package enum Order: Sendable {
        case worstFirst, byName
    }

    /// Since when nobody tells anything, and why.
    struct Loss: Sendable {
        let since: Instant
        let why: String
    }

    /// Silence that is longer than that is a lost connection: something is told every 5 s in any case.
    package static let maxSilence = WatchedState.maxSilence * 2

    private var latest: TopNews
    private var held: TopNews?
    private(set) var heldSince: Instant?
    private(set) var loss: Loss?
    package private(set) var page = Page.list
    /// Where Esc leads from the page of help.
    private var pageBefore = Page.list
    private(set) var scroll = 0
    package private(set) var order = Order.worstFirst
    private var chosen: TopSubject?

    package init(_ report: StatusReport, at now: Instant) {
        latest = TopNews(report, at: now)
    }

    /// What is on the screen: the latest, or what was so when it was paused.
    var shown: TopNews { held ?? latest }

    /// The time of what is on the screen.
    func shownTime(at now: Instant) -> Instant { heldSince ?? now }

    // MARK: What is told

    /// Takes a line that a watch of the control socket gives.
    ///
    /// - Returns: whether more is to be expected of that connection.
    package mutating func receive(_ line: JSONValue, at now: Instant) -> Bool {
        if let status = line["status"] {
            guard let report = try? status.decode(as: StatusReport.self) else {
                lose("roost gives a status that this version does not understand", at: now)
                return false
            }
            latest.receive(report, at: now)
            loss = nil
        }
        if let event = line["event"] { latest.receive(event: event, at: now) }
        if case .number(let count)? = line["missed_events"] { latest.noteMissed(count, at: now) }
        guard line["ok"] == false else { return true }
        if case .string(let why)? = line["error"] { lose(why, at: now) }
        return false
    }

    /// Nobody tells anything any more.
    package mutating func lose(_ why: String, at now: Instant) {
        loss = Loss(since: loss?.since ?? now, why: why)
    }

    /// Since when nothing was told that says how everything is.
    package var silentSince: Instant { latest.toldAt }

    /// Goes one column on in all curves.
    package mutating func sample() {
        latest.sample(isKnown: loss == nil)
    }

    // MARK: What is chosen

    /// The one that is marked: what was chosen, for as long as it is there, otherwise what needs a person most.
    func selection(in table: TopTable) -> TopSubject? {
        chosen.flatMap { table.subjects.contains($0) ? $0 : nil } ?? table.worst
    }

    mutating func select(_ step: Int, at now: Instant) {
        let table = TopTable(self, at: now)
        guard let selection = selection(in: table),
            let index = table.subjects.firstIndex(of: selection)
        else { return }
        chosen = table.subjects[min(table.subjects.count - 1, max(0, index + step))]
    }

    mutating func openSelection(at now: Instant) {
        guard let selection = selection(in: TopTable(self, at: now)) else { return }
        chosen = selection
        open(.details(selection))
    }

    mutating func open(_ page: Page) {
        if page == .help { pageBefore = self.page }
        self.page = page
        scroll = 0
    }

    mutating func goBack() { open(page == .help ? pageBefore : .list) }

    mutating func scroll(_ step: Int, atMost limit: Int) {
        scroll = min(max(0, limit), max(0, scroll + step))
    }

    mutating func changeOrder() { order = order == .byName ? .worstFirst : .byName }

    mutating func pauseOrGoOn(at now: Instant) {
        let isHeld = held != nil
        held = isHeld ? nil : latest
        heldSince = isHeld ? nil : now
    }
}
