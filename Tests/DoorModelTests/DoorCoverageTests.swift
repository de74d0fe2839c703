import Core
import Settings
import Testing
import Values

@testable import PetDoor

/// An input or a part of the state that the model check does not know of would leave it green: states that differ in it
/// would count as one.
@Suite struct DoorCoverageTests {
    /// Inputs that a turn of the model sets.
    private static let explored: Set = [
        "light", "temperature", "latch", "flap", "clock", "tunnel", "fire",
    ]
    /// The others, with what tests them instead.
    private static let testedElsewhere = [
        "bolt_state": "where there is no latch: PetDoorControllerTests",
        "tag": "the model of the pets: PetModelTests",
        "flap_inward": "the model of the pets: PetModelTests",
        "flap_outward": "the model of the pets: PetModelTests",
        "button": "a press asks for what a request asks for: FireTests, ProofTests",
    ]

    @Test("each input of the door is explored by the model, or it is said what tests it")
    func inputs() {
        let inputs = PetDoor.ports.filter(\.flow.isFromDriver).map(\.name)
        let known = Self.explored.union(Self.testedElsewhere.keys)
        #expect(
            Set(inputs) == known,
            """
            a new input belongs into DoorTurn, DoorModel.inputs, DoorFingerprint and DoorLaws, or into this list with \
            what tests it
            """)
    }

    /// What the fingerprint of a state has of the door.
    private static let inFingerprint: Set = [
        "rule", "bolt", "frost", "fire", "tunnel", "flap", "limit", "override", "plan", "pets",
        "wait", "petsOnly",
    ]
    /// The rest, with why two states that differ in it alone decide the same.
    private static let notInFingerprint = [
        "sun": "no place is set in the model",
        "lightDoubt": "of the sun",
        "signals": "lamp and buzzer only",
        "alerts": "told to people only",
        "knocks": "no knocks unlock in the model",
        "block": "since when it is told to wait: words only",
        "remembered": "taken over in the first step",
        "lastStep": "the time of the step itself",
        "petsOnlyDoubt": "worked out in each step from petsOnly",
        "retreatUntil": "no change of the configuration in the model",
        "shown": "for who looks",
        "settled": "since when the bolt is where it is: words only",
    ]

    @Test("each part of the door's state is in the fingerprint, or it is said why not")
    func state() {
        let settings = SettingsReader.defaults(of: PetDoor.Settings.self)
        let parts = Mirror(reflecting: PetDoor(settings: settings)).children.compactMap(\.label)
        #expect(
            Set(parts) == Self.inFingerprint.union(Self.notInFingerprint.keys),
            "a new part belongs into DoorFingerprint, or into this list with why it decides nothing"
        )
    }
}
