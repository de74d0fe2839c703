import Core
import Navigation
import Values

extension DroneNavigation {
    /// One reason not to take off.
    package enum TakeOffObstacle: Codable, Equatable, Sendable, CustomStringConvertible {
        case trouble(FailsafeCondition)
        case notLanded(FlightState.Phase)
        /// Fixes have not been good, and near each other, for so long.
        case homeUnsettled(
            for: Duration, because: HomeSettling.Flaw? = nil, errorMetres: Double? = nil)
        case battery(percent: Int, limit: Double)
        case computerUnknown(why: String)
        /// The flight could not be written down to its end.
        case cardFull(freeBytes: UInt64)
        /// In the aircraft's own words.
        case aircraft(String)
        /// A change was undone, and no person has acknowledged that.
        case held(String)
        /// What is wrong with its mission from here: an error that the judge found.
        case mission(String)

        package var description: String {
            switch self {
            case .trouble(let trouble): trouble.description
            case .notLanded(.emergency): "the aircraft reports an emergency: ask for a reset"
            case .notLanded(let phase): "the aircraft is not on the ground (\(phase))"
            case .homeUnsettled(let time, let flaw, let metres):
                "home is not settled: positions must be good, and within 3 m of each other, for "
                    + text(of: time) + (flaw.flatMap { $0.words(metres) } ?? "")
            case .battery(let percent, let limit):
                "the battery is at \(percent) %, it needs \(fixedText(of: limit, decimals: 0)) %"
            case .computerUnknown(let why): "nothing is known of the computer (\(why))"
            case .cardFull(let bytes):
                "\(bytes / 1_000_000) MB are free on the card, it needs "
                    + "\(PreArmCheck.minFreeBytes / 1_000_000) MB"
            case .aircraft(let words), .held(let words): words
            case .mission(let error): error
            }
        }
    }

    /// Says everything that speaks against a take-off by some settings, not only the first thing.
    struct PreArmCheck: Sendable {
        /// What is looked at, in the order in which it is told.
        enum Subject: String, CaseIterable, Sendable {
            case aircraft, position, heading, home, ground, battery
            /// Where a driver tells how it is.
            case computer
            /// What the aircraft itself says against it.
            case selfTest = "self-test"
        }

        static let minFreeBytes: UInt64 = 50_000_000

        let settings: Settings

        var takeOff: TakeOffSettings { settings.takeOff }
        var sensors: SensorSettings { settings.sensors }
        var computer: ComputerSettings { settings.failsafes.computer }

        init(_ settings: Settings) {
            self.settings = settings
        }

        func obstacles(in situation: Situation, _ home: HomeSettling) -> [TakeOffObstacle] {
            Subject.allCases.flatMap { obstacles($0, situation, home) }
        }

        /// The same for people: each with what was found and what it takes.
        func checks(in situation: Situation, _ home: HomeSettling) -> [Check] {
            subjects(in: situation).map { subject in
                let figures = figures(subject, situation, home)
                return Check(
                    subject.rawValue, measured: figures.measured, limit: figures.limit,
                    obstacles: obstacles(subject, situation, home).map(\.description))
            }
        }

        private func subjects(in situation: Situation) -> [Subject] {
            Subject.allCases.filter { $0 != .computer || situation.samples.computer != nil }
        }

        private func obstacles(
            _ subject: Subject, _ situation: Situation, _ home: HomeSettling
        ) -> [TakeOffObstacle] {
            let (location, flight) = (situation.location, situation.flight)
            switch subject {
            case .aircraft: return Self.troubles(situation.flightTrouble)
            case .position: return Self.troubles(location.positionTrouble)
            case .heading: return Self.troubles(location.noseTrouble)
            case .home:
                // Without a position that is what there is to say.
                let isSettled =
                    home.home(by: settings.homeLimits, at: situation.now) != nil
                    || location.positionTrouble != nil
                guard !isSettled else { return [] }
                return [
                    .homeUnsettled(
                        for: takeOff.homeSettleTime, because: home.flaw,
                        errorMetres: settings.homeLimits.errorMetres)
                ]
            case .ground:
                guard let flight, flight.phase != .landed else { return [] }
                return [.notLanded(flight.phase)]
            case .battery:
                guard let percent = flight?.batteryPercent,
                    Double(percent) < takeOff.batteryPercent
                else { return [] }
                return [.battery(percent: percent, limit: takeOff.batteryPercent)]
            case .computer: return situation.samples.computer.map(obstacles) ?? []
            case .selfTest: return flight?.armingFailures.map(TakeOffObstacle.aircraft) ?? []
            }
        }

        private func obstacles(_ sample: Sample<ComputerState>) -> [TakeOffObstacle] {
            guard let state = sample.good else {
                return [.computerUnknown(why: Localization.problem(sample))]
            }
            let troubles = computer.troubles(state).map(TakeOffObstacle.trouble)
            guard let free = state.freeBytes, free < Self.minFreeBytes else { return troubles }
            return troubles + [.cardFull(freeBytes: free)]
        }

        private static func troubles(_ trouble: FailsafeCondition?) -> [TakeOffObstacle] {
            trouble.map { [.trouble($0)] } ?? []
        }
    }
}

extension HomeSettling.Flaw {
    /// What keeps the latest position from counting, behind the rule; `nil` where time alone is missing.
    fileprivate func words(_ errorMetres: Double?) -> String? {
        switch self {
        case .none: nil
        case .flat: "; the receiver tells no height"
        case .error: "; the receiver is unsure by more than \(shortText(of: errorMetres ?? 0)) m"
        case .satellites: "; it sees too few satellites"
        case .dilution: "; its dilution of precision is too large"
        case .moved: "; one of them lay farther away"
        }
    }
}
