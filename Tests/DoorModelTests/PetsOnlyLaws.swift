import Core
import Values

@testable import PetDoor

/// What must hold of a door in the hours of `pets-only`, judged by what its reader showed and by where the bolt is.
struct PetsOnlyLaws {
    private(set) var breach: String?
    /// Mia has been read since the program began.
    private(set) var hasBeenRead = false
    private(set) var isReaderGood = false
    /// For how long no tag was read.
    private(set) var silentFor = Duration.zero
    private(set) var isTrusted = false
    /// For how many looks the bolt has been out by day with a reader that lets nobody in.
    private(set) var shutLooks = 0

    /// Whether the bolt may be out while Mia is outside: a reader that is trusted would let her in.
    var mayBar: Bool { hasBeenRead && isReaderGood && isTrusted }

    mutating func note(_ sight: PetLaws.Sight, _ settings: PetDoor.Settings, _ passed: Duration) {
        if sight.turn.deed == .restart { (hasBeenRead, shutLooks) = (false, 0) }
        if sight.seesMia { hasBeenRead = true }
        isReaderGood = sight.inputs.tag?.good != nil
        silentFor = sight.inputs.tag?.good?.tag == nil ? silentFor + passed : .zero
        isTrusted = silentFor < settings.pets.readerTrustedFor
        if sight.isDrawnByStranger, sight.isOut { breach = "no stranger's tag draws a bolt" }
        guard sight.turn.isPetsOnly(settings), sight.turn.light == .day,
            sight.state.laws.asked == .auto
        else { return shutLooks = 0 }
        if let goesTo = sight.state.laws.goesTo, goesTo > 0.9, !mayBar {
            breach = "by day no bolt goes out before a reader that is trusted would let Mia in"
        }
        shutLooks = sight.isOut && !mayBar ? shutLooks + 1 : 0
        // In the first one it is sent back; in the first one of a program it is only looked at.
        if shutLooks > 2 { breach = "in doubt the door is open by day: not for \(shutLooks) looks" }
    }
}

extension DoorTurn {
    /// Whether the schedule has `pets-only` now.
    func isPetsOnly(_ settings: PetDoor.Settings) -> Bool {
        clock == .inside && settings.schedule.entries.contains { $0.mode == .petsOnly }
    }
}
