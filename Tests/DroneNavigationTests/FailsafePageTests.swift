import Core
import JSON
import TestSupport
import Testing
import Values

@testable import DroneNavigation

/// The table of the page is that of the code.
@Suite("The page about failsafes")
struct FailsafePageTests {
    private typealias Condition = DroneNavigation.FailsafeCondition

    /// One of each kind, with the words that a person reads.
    private static let examples: [Condition] = [
        .batteryEmpty(percent: 12, limit: 12), .returnTimeOver(limit: .seconds(120)),
        .batteryLow(percent: 27, limit: 27), .flightTimeOver(limit: .seconds(480)),
        .flightLost(why: "nothing since 2 s"), .hasRival(isSeen: true),
        .linkWeak(perSecond: 2.9, limit: 5),
        .signalWeak(dBm: -83, limit: -80), .underVoltage, .computerHot(celsius: 84, limit: 80),
        .ticksLate(by: .milliseconds(250), limit: .milliseconds(100)),
        .tilted(degrees: 61, limit: 45), .farOutsideFence(metres: 51, limit: 30),
        .outsideFence(metres: 30.4, limit: 30), .tooHigh(metres: 7.2, limit: 5),
        .fenceAhead(fence: "the fence of 30 m"), .fixContradicted(metres: 4.2),
        .windTooStrong(metresPerSecond: 9.1, limit: 8.5), .headingContradicted,
        .hoverDrift(metresPerSecond: 1.8), .velocityUnconfirmed,
        .velocityContradicted, .driftingAway(metres: 5.1),
        .noProgress(within: .seconds(15)), .fixLost(why: "older than 2.0 s"),
        .headingLost(why: "not calibrated"), .fixPoor(why: "only 5 satellites"),
        .leaderLost(why: "nothing was heard of it for 3.0 s"),
        .blindHover(why: "older than 2.0 s"), .batteryWarning(percent: 30, limit: 30),
        .flightTimeWarning(after: .seconds(432), limit: .seconds(480)),
        .signalWarning(dBm: -77, limit: -75),
    ]

    private func words(_ action: DroneNavigation.FailsafeTable.Action) -> String {
        switch action {
        case .nothing: "goes on"
        case .pause: "pauses"
        case .stop: "stops"
        case .pauseTwice: "pauses; the third time within minutes stops"
        }
    }

    @Test("every kind of trouble stands there with what the shipped settings make of it")
    func table() throws {
        let settings = try NavigatorBench.shipped(["receiver_rides_on_aircraft": true])
        let table = DroneNavigation.FailsafeTable(settings)
        var lines = [
            "| code | example | at once | after | then |", "|---|---|---|---|---|",
        ]
        for kind in Condition.Kind.allCases {
            let example = try #require(Self.examples.first { $0.kind == kind }, "\(kind)")
            let row = table.row(kind)
            let then = row.then.map { $0 == .land ? "lands" : "flies home" } ?? "tells of it"
            lines.append(
                "| `\(kind.rawValue)` | \(example) | \(words(row.action)) | "
                    + "\(row.after == .zero ? "at once" : text(of: row.after)) | \(then) |")
        }
        let wanted = lines.joined(separator: "\n")
        let page = String(decoding: try projectFile("docs/flying.md"), as: UTF8.self)
        #expect(page.contains(wanted), "the table should be:\n\(wanted)")
    }
}
