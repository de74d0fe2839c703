import Devices

/// A request that carries the number by which a repeat is recognised.
protocol SequencedRequest: DeviceValue {
    var sequence: UInt64 { get }
    /// Whether doing it once too often can only make things safer. Such a request is done even
    /// when it is not certain that it is new.
    var isSafeToRepeat: Bool { get }
}

extension FlightRequest: SequencedRequest {
    var isSafeToRepeat: Bool { action == .land }
}

extension DoorRequest: SequencedRequest {
    /// Neither way is safe for the bolt: it would undo what a person or the rule did since.
    var isSafeToRepeat: Bool { false }
}

/// Takes requests out of a source so that the last one wins and none is done twice.
///
/// A source keeps its latest request for ever, also over a restart of the policy. What stands
/// there at the very first step was perhaps done by the policy's predecessor, so it is refused and
/// not done again; only a request that is safe to repeat is done.
struct RequestInbox<Request: SequencedRequest>: Sendable {
    enum Received: Equatable {
        case new(Request)
        case refused(Request, because: String)
    }

    private var isOpen = false
    private var lastSequence: UInt64?
    private var lastTakenAt: Instant?

    /// The request that has come since the last call, if one has.
    mutating func take(_ sample: Sample<Request>) -> Received? {
        let isFirstLook = !isOpen
        isOpen = true
        guard let request = sample.value else { return nil }
        // Any other number is a new request, also a smaller one: its sender has been restarted.
        let isRepeat = request.sequence == lastSequence
        let isSameSample = isRepeat && sample.takenAt == lastTakenAt
        lastSequence = request.sequence
        lastTakenAt = sample.takenAt
        if isSameSample || (isRepeat && !request.isSafeToRepeat) { return nil }
        if request.isSafeToRepeat { return .new(request) }
        if isFirstLook {
            return .refused(
                request, because: "it was sent before this policy started; send it again")
        }
        guard sample.quality == .good else {
            return .refused(request, because: "it cannot be trusted (\(sample.quality))")
        }
        return .new(request)
    }
}
