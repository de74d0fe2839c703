import Core
import JSON
import Settings
import Values

/// What a policy tells people of, whatever it does about it. Numbers are bits of `AlertCauses`: from 0, at most 32.
@usableFromInline
package protocol AlertKind: CaseIterable, CodedAsText, Hashable, RawRepresentable<Int>, Sendable
where AllCases == [Self] {
    /// As people and programs read it: "latch-switch".
    var code: String { get }
    var severity: Severity { get }
    /// Whether it is over as soon as a person says so, and only then.
    var endsByAWord: Bool { get }
    /// It is told when it has lasted so long, with breaks no longer than that.
    var minimumDuration: Duration { get }
    /// Whether it is told each time that it begins, however often.
    var isToldEachTime: Bool { get }
}

extension AlertKind {
    package init?(_ code: String) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }

    package var description: String { code }
    package var isToldEachTime: Bool { false }
}

/// Which causes there are in a step.
@usableFromInline
package struct AlertCauses<Kind: AlertKind>: Equatable, Sendable {
    @usableFromInline var bits: UInt32 = 0

    @inlinable
    package init() {}

    @inlinable
    package mutating func note(_ kind: Kind, _ holds: Bool) {
        if holds { bits |= 1 << UInt32(kind.rawValue) }
    }

    @inlinable
    package func has(_ kind: Kind) -> Bool { bits & 1 << UInt32(kind.rawValue) != 0 }
}

/// One that began, with all that is known of its kind.
@usableFromInline
package struct Alert<Kind: AlertKind>: Codable, Equatable, Sendable, CustomStringConvertible {
    package let kind: Kind
    /// How often it began, told or not.
    package let count: Int
    /// When it first and last began; `nil` while the clock could not be believed.
    package let first: WallTime?
    package let last: WallTime?
    package let isStanding: Bool

    package init(kind: Kind, count: Int, first: WallTime?, last: WallTime?, isStanding: Bool) {
        self.kind = kind
        self.count = count
        self.first = first
        self.last = last
        self.isStanding = isStanding
    }

    package var code: String { kind.code }
    package var severity: Severity { kind.severity }

    /// "alarm bolt-stuck-out, 3 times, last on 2026-01-07 06:12:00 +01:00"
    @usableFromInline
    package var description: String {
        "\(severity.rawValue) \(code)" + (count > 1 ? ", \(count) times" : "")
            + (last.map { ", \(count > 1 ? "last " : "")on \($0)" } ?? "")
            + (count > 1 ? first.map { ", first on \($0)" } ?? "" : "")
    }
}

/// How often people are told.
package struct AlertSettings: Sendable {
    let holdOff: Duration
    let interval: Duration

    package init(_ read: SettingsReader) {
        holdOff = read(
            "alert_hold_off", .duration(.zero ... .seconds(86400)), default: .seconds(600),
            "How long the cause of an alert must be gone before it is over.", protects: .nothing
        )
        interval = read(
            "alert_interval", .duration(.zero ... .seconds(604_800)),
            default: .seconds(86400),
            "How long the same alert is not sent again; it is counted meanwhile.",
            protects: .nothing)
    }
}
