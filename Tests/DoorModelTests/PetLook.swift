import Core
import Values

@testable import PetDoor

/// What one look within a turn shows of whoever comes to the flap. The reader is outside; the last look of a
/// turn shows no tag, so that none of them goes on from turn to turn.
struct PetLook {
    /// So long ago the flap has come to rest: longer than a flap swings.
    static let shutBefore = Duration.seconds(3)

    var tag: TagID?
    var isReaderDead = false
    /// It opened and shut since the look before, for as long as an animal holds it; only with the bolt back.
    var movesFlap = false
    /// It was Mia, and she is on the other side now.
    var isMiaThrough = false

    /// `isFree`: the flap gives way; who is inside then is not read, who is outside is.
    func sample(isFree: Bool, at now: Instant) -> Sample<TagPresence> {
        if isReaderDead { return .absent(since: now, because: "unplugged") }
        let seen = isFree || !isMiaThrough ? tag : nil
        return .good(TagPresence(tag: seen, reads: 2, since: now - .seconds(1)), at: now)
    }
}

extension DoorModel.State {
    func looks(at visit: DoorTurn.Visit) -> [PetLook] {
        switch visit {
        case .none: [PetLook()]
        case .passes where isMiaInside:
            [PetLook(tag: .mia, movesFlap: true, isMiaThrough: true), PetLook()]
        case .passes: [PetLook(tag: .mia), PetLook(movesFlap: true, isMiaThrough: true)]
        case .unread: [PetLook(isReaderDead: true, movesFlap: true, isMiaThrough: true)]
        case .looks where isMiaInside: [PetLook(movesFlap: true)]
        // Read again behind the flap: else one switch cannot tell a look from a passage.
        case .looks: [PetLook(tag: .mia, movesFlap: true), PetLook()]
        case .stranger: [PetLook(tag: .stranger), PetLook(movesFlap: true)]
        case .calls: isMiaInside ? [PetLook()] : [PetLook(tag: .mia), PetLook()]
        case .deadReader: [PetLook(isReaderDead: true)]
        }
    }

    /// What a person says who has looked.
    var newsOfMia: PetDoor.Request {
        .presence(PetDoor.PresenceNews("Mia", isMiaInside ? .inside : .outside))
    }
}

extension TagID {
    /// The tag of "Mia", 276095610728684: the country and the number.
    static let mia = TagID(country: 276, national: 95_610_728_684)
    /// A tag that nobody in the house has.
    static let stranger = TagID(country: 900, national: 250_000_023_921)
}
