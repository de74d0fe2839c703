import Almanac
import Core
import Settings
import Values

/// The settings of `roost-notify`: a file of its own beside that of the service.
package struct NotifySettings: PluginSettings {
    package let channels: [String: ChannelSettings]
    package let controlSocket: String
    package let state: String
    package let goneAfter: Duration

    package init(_ read: SettingsReader) {
        channels = read(
            required: "channels", .named(.object(), count: 1...8),
            "Where messages go: each with a name of your own.")
        controlSocket = read(
            "control_socket", .text("a path"), default: "/run/roost/control.sock",
            "The control socket of the running roost.")
        state = read(
            "state", .text("a path"), default: "/var/lib/roost-notify/state.json",
            "Where messages are kept that have not gone out yet.")
        goneAfter = read(
            "gone_after", .duration(.seconds(5) ... .seconds(86400)), default: .seconds(60),
            "How long roost may not answer before that is sent.")
    }
}

/// One place that messages go to.
package struct ChannelSettings: PluginSettings {
    /// What speaks there.
    package enum Kind: String, CaseIterable, Sendable {
        /// A server of ntfy (https://docs.ntfy.sh).
        case ntfy
        /// Whatever takes a JSON object over HTTP.
        case webhook
    }

    package let kind: Kind
    package let url: String
    package let tokenFile: String?
    package let certificates: String?
    package let from: Severity
    package let also: [Routine]
    package let only: [String]
    package let quiet: QuietHours?
    package let passages: PassageSettings?
    package let repeatAfter: Duration

    package init(_ read: SettingsReader) {
        kind = read(required: "kind", .oneOf(.ntfy), "What is spoken there.")
        url = read(
            required: "url",
            .matching("an address such as \"https://ntfy.sh/a-name-that-nobody-guesses\"", isURL),
            "Where to; for ntfy its topic is the last part.")
        tokenFile = read(
            optional: "token_file", .text("a path"),
            "A file with a token in its first line, sent as \"Authorization: Bearer\".")
        certificates = read(
            optional: "certificates", .text("a path"),
            "A file with the certificate of who signed the server's, where that is no authority that the "
                + "system trusts.")
        from = read("from", .oneOf(.warning), default: .warning, "Nothing less severe is sent.")
        also = read(
            "also", .list(of: .oneOf(.passages), count: 0...3), default: [],
            "What is sent whatever its severity: what passed a flap, why policies do what they do, what somebody asked for."
        )
        only = read(
            "only", .list(of: .matching(plainNameRule, isPlainName), count: 0...64), default: [],
            "The drivers and policies whose messages it gets, \"roost\" for the service; none given: all."
        )
        quiet = read(
            optional: "quiet", .object(), "A part of each day in which messages wait for its end.")
        passages = read(
            optional: "passages", .object(),
            "Which passages at a flap it gets, of those that it gets at all; left out, every one.")
        repeatAfter = read(
            "repeat_after", .duration(.seconds(60) ... .seconds(604_800)), default: .seconds(3600),
            "The same is sent again after this time at the earliest, with the number of times that it happened."
        )
        read.check(
            kind != .ntfy || NtfyTopic(url) != nil, "url",
            "the last part is no topic of ntfy: 1 to 64 letters, digits, - and _")
    }
}

/// A part of each day by the local clock.
package struct QuietHours: PluginSettings {
    package let window: DailyWindow
    /// What is as severe as this does not wait.
    package let unless: Severity

    package init(_ read: SettingsReader) {
        let from = read(required: "from", .timeOfDay, "When it begins: \"22:00\".")
        let to = read(
            required: "to", .timeOfDay, "When it ends; in the morning after, where that is earlier."
        )
        window = DailyWindow(startMinute: from.minute, endMinute: to.minute)
        unless = read(
            "unless", .oneOf(.alarm), default: .alarm,
            "What is as severe as this is sent all the same.")
        read.check(from.minute != to.minute, "to", "it would be quiet all day")
    }
}

/// Whose passages are sent, and when.
package struct PassageSettings: PluginSettings {
    /// `nil`: of everybody, strangers and those whom nothing identifies included.
    let pets: [String]?
    /// `nil`: all day.
    let window: DailyWindow?

    package init(_ read: SettingsReader) {
        pets = read(
            optional: "of", .list(of: .text("the name of a pet"), count: 0...8),
            "Only of these pets, and of no stranger; an empty list: of nobody.")
        let from = read(optional: "from", .timeOfDay, "Only from this time of day on: \"22:00\".")
        let to = read(
            optional: "to", .timeOfDay,
            "Until then; in the morning after, where that is earlier.")
        read.check((from == nil) == (to == nil), "to", "\"from\" and \"to\" need each other")
        if let from, let to {
            read.check(from.minute != to.minute, "to", "must be another time than \"from\"")
            window = DailyWindow(startMinute: from.minute, endMinute: to.minute)
        } else {
            window = nil
        }
    }

    /// A passage from a time at which the clock was not set is sent at every hour.
    func isWanted(_ notification: Notification) -> Bool {
        if let pets, !(notification.pet.map(pets.contains) ?? false) { return false }
        guard let window, let time = notification.time else { return true }
        return window.minutesLeft(at: time) != nil
    }
}

/// A minute of the day: "22:00".
struct ClockTime: LosslessStringConvertible {
    let minute: Int

    init?(_ text: String) {
        guard case .clock(let minute)? = TimeOfDay(text) else { return nil }
        self.minute = minute
    }

    var description: String { TimeOfDay.clock(minute: minute).description }

    fileprivate init(minute: Int) { self.minute = minute }
    fileprivate static let midnight = ClockTime(minute: 0)
}

extension SettingKind where Value == ClockTime {
    fileprivate static var timeOfDay: SettingKind {
        .parsed(
            "a time of day such as \"22:00\"", pattern: #"^\d{1,2}:\d\d$"#, placeholder: .midnight)
    }
}

/// Enough that nothing but an address passes; what is wrong with one in detail says who opens it.
private func isURL(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
    let rest = text.dropFirst(scheme.count)
    return text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        && !(rest.first.map { "/?#:@".contains($0) } ?? true)
}
