import Core
import JSON
import PolicyKit
import Values

/// What the view of a door shows beside its reason: `docs/status.md` has the keys.
extension PetDoor {
    package func details(by settings: Settings, at now: Instant) -> JSONValue? {
        [
            "state": .string(shown.state.rawValue),
            "position": .string(shown.stand.word), "evidence": JSONValue(shown.stand.evidence),
            "since_seconds": settled.map { .number((now - $0.since).seconds) } ?? .null,
            "forecast": JSONValue(shown.outlook?.forecast),
            "marks": .array(marks.map(JSONValue.string)), "mode": .string(shown.mode.rawValue),
            "modes": .array(
                [.auto, settings.barred.mode, .open, .petsOnly].compactMap {
                    (mode: PetDoor.Mode) in
                    settings.refusal(of: mode) == nil ? .string(mode.rawValue) : nil
                }),
            "thresholds": rule.thresholds(settings.rule).json,
            "temperature_unit": .string(settings.temperatureUnit.rawValue),
            "alerts": .array(
                alerts.standing.map { alert in
                    ["code": .string(alert.code), "severity": .string(alert.severity.rawValue)]
                }),
            "pets": .array(settings.pets.animals.map(pet)),
            "passages": .array(passagesOfToday.map { .string($0.description) }),
            "events": .array(pets.recent.enumerated().map(event)),
            "today": [
                "in": .number(Double(pets.counts.inward)),
                "out": .number(Double(pets.counts.outward)),
                "unknown": .number(Double(pets.counts.eitherWay)),
            ],
        ]
    }

    /// What a picture of the year has a colour for, as far as it is so now.
    private var marks: [String] {
        [
            ("locked", shown.state == .locked || shown.state == .locking),
            ("dark", rule.hasBecomeDark), ("too-cold-or-hot", rule.isMild == false),
            ("pet-outside", !pets.whereabouts.outside.isEmpty),
        ].filter(\.1).map(\.0)
    }

    /// The latest first. Which day it was is not known of those from a time without a clock.
    private var passagesOfToday: [PetDoor.PassageNote] {
        pets.recent.filter { $0.time == nil || $0.time?.localDay == plan.time?.localDay }
    }

    private func pet(_ pet: Household.Animal) -> JSONValue {
        let place = pets.presence[pet.name] ?? .unknown
        return ["name": .string(pet.name), "where": .string(place.rawValue)]
    }

    /// With a number, one more with each, so that a program sees which are new.
    private func event(_ index: Int, _ passage: PetDoor.PassageNote) -> JSONValue {
        [
            "number": .number(Double(pets.passageCount) - Double(index)),
            "kind": .string(passage.kind.rawValue),
            "towards": JSONValue(passage.towards?.rawValue),
            "pet": JSONValue(passage.petName), "text": .string(passage.description),
        ]
    }
}

extension PetDoor.PassageNote {
    /// `nil` of a stranger, and where nothing tells who it was.
    fileprivate var petName: String? {
        if case .animal(let name) = visitor { name } else { nil }
    }
}

extension PetDoor.Thresholds {
    /// What is left out it does not lock for.
    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "light_percent": .number(light * 100), "light_band_percent": .number(band * 100),
            "night_below_percent": .number(darkBelow * 100),
            "day_above_percent": .number(brightAbove * 100),
        ]
        members["temperature_min_celsius"] = coldest.map { .number($0.celsius) }
        members["temperature_max_celsius"] = hottest.map { .number($0.celsius) }
        return .object(members)
    }
}
