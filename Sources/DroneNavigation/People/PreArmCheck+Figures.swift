import Core
import Navigation
import Values

/// The figures of the checks before a take-off, as a person reads them.
extension DroneNavigation.PreArmCheck {
    typealias Figures = (measured: String?, limit: String)

    /// What was found, `nil` where nothing was, and what it must be.
    func figures(
        _ subject: Subject, _ situation: DroneNavigation.Situation, _ home: HomeSettling
    ) -> Figures {
        let (flight, samples, now) = (situation.flight, situation.samples, situation.now)
        return switch subject {
        case .aircraft:
            (
                samples.flight.value == nil
                    ? nil : "heard of \(text(of: samples.flight.age(at: now))) ago",
                "heard of, and what it says is fresh"
            )
        case .position: (shown(samples.position, at: now), positionLimit)
        case .heading:
            (
                samples.heading.value.map {
                    "\($0), \(text(of: samples.heading.age(at: now))) old"
                },
                "at most \(text(of: sensors.maxHeadingAge)) old"
            )
        case .home:
            (
                situation.position == nil
                    ? nil
                    : "positions good for \(text(of: home.settledFor(by: settings.homeLimits, at: now)))",
                "for \(text(of: takeOff.homeSettleTime))"
            )
        case .ground: (flight?.phase.description, "landed")
        case .battery:
            (
                flight.map { "\($0.batteryPercent) %" },
                "at least \(shortText(of: takeOff.batteryPercent)) %"
            )
        case .computer:
            (
                samples.computer?.value?.description,
                "at most \(computer.maxTemperature), no under-voltage, Wi-Fi "
                    + "\(shortText(of: computer.minSignalDBm)) dBm or more, "
                    + "\(Self.minFreeBytes / 1_000_000) MB free"
            )
        case .selfTest:
            (
                flight.map {
                    $0.armingFailures.isEmpty
                        ? "no complaint" : $0.armingFailures.joined(separator: ", ")
                }, "no complaint of the aircraft"
            )
        }
    }

    /// "0.2 s old, 9 satellites, HDOP 0.9, unsure by 2.1 m"; what the receiver does not tell is said, for no limit
    /// holds it.
    private func shown(_ sample: Sample<Fix>, at now: Instant) -> String? {
        sample.value.map { fix in
            [
                "\(text(of: sample.age(at: now))) old",
                fix.satellitesUsed.map { "\($0) satellites" } ?? "satellites unknown",
                fix.hdop.map { "HDOP \(fixedText(of: $0, decimals: 1))" } ?? "HDOP unknown",
                fix.horizontalErrorMetres.map { "unsure by \(fixedText(of: $0, decimals: 1)) m" }
                    ?? "error unknown",
                fix.altitudeMetres == nil ? "no height" : nil,
            ].compactMap(\.self).joined(separator: ", ")
        }
    }

    private var positionLimit: String {
        "at most \(text(of: sensors.maxFixAge)) old, \(sensors.minSatellites) satellites or more, "
            + "HDOP up to \(shortText(of: sensors.maxHDOP)), "
            + "up to \(shortText(of: sensors.maxHorizontalErrorMetres)) m"
    }
}
