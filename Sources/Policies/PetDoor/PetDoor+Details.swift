import Core
import Devices
import Passages

/// What the view of a door shows beside its reason: `docs/status.md` has the keys.
extension PetDoor.PetDoorController {
    package func details(at now: Instant) -> JSONValue? {
        let presence = pets.presence
        return [
            "pets": .array(
                settings.pets.animals.map { pet in
                    let place = presence[pet.name] ?? .unknown
                    return ["name": .string(pet.name), "where": .string(place.rawValue)]
                }),
            "passages": .array(pets.recent.map { .string($0.description) }),
            "today": [
                "in": .number(Double(pets.counts.inward)),
                "out": .number(Double(pets.counts.outward)),
            ],
        ]
    }
}
