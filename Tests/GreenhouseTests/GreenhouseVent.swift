import Core
import JSON
import PolicyKit
import Settings
import Values

/// Opens the flap of a greenhouse by temperature (0° is closed, 90° open), and runs its fan by humidity.
///
/// If the temperature is in doubt, the flap stays as it is for a minute and is then open by a third: an hour of sun under closed
/// glass kills more than a cold night at a gap. If the humidity is in doubt, the fan is off: damp needs days to do harm. If both
/// are in doubt, both holds. Cold closes the flap, whoever wants air.
struct GreenhouseVent: ResumablePolicy, DetailedPolicy {
    static let name = "greenhouse-vent"
    static let summary = "Opens a flap by temperature and runs a fan by humidity."
    static let defaultPeriod = Duration.seconds(1)
    static let memoryVersion = 1

    struct Settings: PluginSettings {
        let closeBelow, openAbove: Temperature
        let fanAbove: Double
        init(_ read: SettingsReader) {
            let warmth = SettingKind<Temperature>.temperature(-20...60)
            closeBelow = read(
                "close_below", warmth, default: Temperature(celsius: 8),
                "Below this it is closed, whoever wants air.", protects: .greater)
            openAbove = read(
                "open_above", warmth, default: Temperature(celsius: 24),
                "Above this it opens, and 8 °C above that it is fully open.", protects: .nothing)
            fanAbove = read(
                "fan_above", .fraction(0.3...0.95), default: 0.85,
                "Above this humidity the fan runs, until it is 5 % less.", protects: .nothing)
            read.check(closeBelow < openAbove, "close_below", "must be below open_above")
        }
    }

    struct Inputs: PolicyInputs {
        let temperature: Sample<Temperature>
        let humidity: Sample<Measurement>
        let requests: [Event<Request>]
        init(_ port: InputReader) {
            temperature = port.sample("temperature", "How warm it is inside.")
            humidity = port.sample("humidity", "How humid the air inside is.")
            requests = port.requests()
        }
    }

    struct Outputs: PolicyOutputs {
        let flap: ServoCommand?
        let fan: SwitchCommand
        let reason: Why
        let responses: [Response]
        static func declare(_ port: OutputPorts<Outputs>) {
            port.command("flap", "The servo of the flap.") { $0.flap }
            port.command("fan", "Whether the fan runs.") { $0.fan }
        }
    }

    enum Request: PluginRequest {
        case air(for: Duration)
        static let declarations: [RequestDeclaration<Request>] = [
            .init("air", "Open the flap for a while.", Airing.self) { .air(for: $0.time) }
        ]
    }

    struct Airing: PluginSettings {
        let time: Duration
        init(_ read: SettingsReader) {
            let range = Duration.zero ... .seconds(7200)
            time = read("for", .duration(range), default: .seconds(900), "How long; 0s ends it.")
        }
    }

    struct Why: Reason {
        enum Vent: String, Codable { case cold, rule, asked, waiting, doubtful }
        let vent: Vent
        let opening, celsius, humidity: Double?
        let isFanOn: Bool

        var code: String { isFanOn ? vent.rawValue + "-fan" : vent.rawValue }
        var isFailsafe: Bool { vent == .doubtful }
        var description: String {
            func text(_ figure: Double?, _ unit: String) -> String {
                figure.map { "\(fixedText(of: $0, decimals: 1)) \(unit)" } ?? "not known"
            }
            return "\(vent): temperature \(text(celsius, "°C")), humidity \(text(humidity, "%")); "
                + "flap \(text(opening.map { $0 * 100 }, "% open")), fan \(isFanOn ? "on" : "off")"
        }
    }

    /// For how long air is still wanted, up to the next ten minutes: it is saved whenever it changes.
    private var remembered = Duration.zero
    private var airUntil: Instant?
    /// From 0 to 1; `nil` until the temperature is known.
    private var opening: Double?
    private var doubt = DoubtTimer()
    private var damp = Hysteresis()
    private var why: Why?

    init(settings: Settings) {}
    init(settings: Settings, resuming memory: Duration) { remembered = memory }
    func memory(by settings: Settings) -> Duration { remembered }

    func successor(by new: Settings, after old: Settings) -> GreenhouseVent { self }

    mutating func step(_ inputs: Inputs, by settings: Settings, at now: Instant) -> Outputs {
        if why == nil, remembered > .zero { airUntil = now + remembered }
        for case .air(let time) in inputs.requests.map(\.value) { airUntil = now + time }
        if let end = airUntil, end <= now { airUntil = nil }
        let celsius = inputs.temperature.good.flatMap { -60...80 ~= $0.celsius ? $0.celsius : nil }
        let vent = vent(celsius, by: settings, at: now)
        let percent = inputs.humidity.good.flatMap { $0.quantity == .humidity ? $0.value : nil }
        let limit = settings.fanAbove * 100
        if let percent { damp.note(percent, low: limit - 5, high: limit) }
        let reason = Why(
            vent: vent, opening: opening, celsius: celsius, humidity: percent,
            isFanOn: percent != nil && damp.isAbove == true)
        why = reason
        remembered = .seconds(600) * (airUntil.map { (($0 - now).seconds / 600).rounded(.up) } ?? 0)
        return Outputs(
            flap: opening.map { .move(to: .degrees($0 * 90)) },
            fan: SwitchCommand(isActive: reason.isFanOn), reason: reason,
            responses: inputs.requests.map {
                Response(to: $0.number, vent == .cold ? .refused : .done, "\(reason)")
            })
    }

    private mutating func vent(
        _ celsius: Double?, by settings: Settings, at now: Instant
    ) -> Why.Vent {
        doubt.note(celsius == nil, limit: .seconds(60), at: now)
        guard let celsius else {
            guard doubt.isExhausted else { return .waiting }
            opening = 1.0 / 3
            return .doubtful
        }
        if celsius < settings.closeBelow.celsius { (opening, airUntil) = (0, nil) }
        guard celsius >= settings.closeBelow.celsius else { return .cold }
        let share = (celsius - settings.openAbove.celsius) / 8
        let wanted = airUntil == nil ? min(max(share, 0), 1) : 1
        // In steps of a tenth, or the servo hums all day; but it closes and opens to the end.
        if wanted == 0 || wanted == 1 || abs(wanted - (opening ?? 0)) >= 0.1 { opening = wanted }
        return airUntil == nil ? .rule : .asked
    }

    /// Who tells people reads `alerts`: docs/status.md.
    func details(by settings: Settings, at now: Instant) -> JSONValue? {
        let isHot = (why?.celsius ?? 0) > settings.openAbove.celsius + 16
        return ["alerts": isHot ? [["code": "too-hot", "severity": "alarm"]] : []]
    }
}
