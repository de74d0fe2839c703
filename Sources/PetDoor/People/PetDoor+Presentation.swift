import Core

extension PetDoor: PresentedPolicy {
    package static var view: PageView? {
        PageView("door", title: "Door", scripts: ["door", "year"])
    }

    /// Where it shows how the door is: `details` has what is named here.
    package static var presentation: Presentation {
        Presentation(
            entities: [lock, mode, pet] + thresholds + [
                Entity(
                    "passage", "passage", .events(kinds: ["transit", "peek", "deny", "breach"])),
                Entity("in", "came in today", .counter(detail: "today.in")),
                Entity("out", "went out today", .counter(detail: "today.out")),
                Entity("unknown", "passed today, way unknown", .counter(detail: "today.unknown")),
            ],
            contacts: [
                "latch": .locked, "flap": .shut, "flap_inward": .open, "flap_outward": .open,
                "tunnel": .motion, "fire": .fire,
            ])
    }

    /// While it waits to be locked it is open, and says so.
    private static var lock: Entity {
        Entity(
            "lock", "",
            .lock(
                LockForm(
                    detail: "state",
                    [
                        "locked": .locked, "unlocked": .unlocked, "pending": .unlocked,
                        "locking": .locking, "unlocking": .unlocking, "jammed": .jammed,
                    ], lock: "lock", unlock: "unlock")))
    }

    private static var mode: Entity {
        Entity(
            "mode", "mode",
            .choice(
                ChoiceForm(
                    detail: "mode", options: "modes", usual: ["auto"],
                    requests: ["locked": "lock", "open": "unlock"])))
    }

    /// Shows where each is, and takes it from a person.
    private static var pet: Entity {
        Entity(
            "pet", "",
            .members(
                MembersForm(
                    detail: "pets", name: "name", word: "where",
                    options: ["inside", "outside", "unknown"], request: "presence",
                    nameArgument: "pet", wordArgument: "where")))
    }

    /// What is not set is not known there, and can be set.
    private static var thresholds: [Entity] {
        [
            Entity(
                "light_threshold", "night below",
                .number(
                    NumberForm(
                        detail: "thresholds.night_below_percent", decimals: 1, unit: "%", 1...99,
                        step: 0.1, request: "set", argument: "night_below"))),
            Entity("temperature_min", "too cold below", celsius("temperature_min")),
            Entity("temperature_max", "too hot above", celsius("temperature_max")),
        ]
    }

    private static func celsius(_ argument: String) -> Entity.Form {
        .number(
            NumberForm(
                detail: "thresholds.\(argument)_celsius", unit: "°C", -50...60, step: 0.5,
                request: "set", argument: argument))
    }
}
