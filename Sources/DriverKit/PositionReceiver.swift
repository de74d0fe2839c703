import Core
import Values

/// A driver of a receiver that says where it is and, by a compass or its course, where its nose points.
package protocol PositionReceiver: ByteSessionPlugin where Session.Action == ReceiverAction {
    static var heading: Port<Heading> { get }
}

/// What comes of a conversation with a receiver.
package enum ReceiverAction: Equatable, Sendable {
    case send([UInt8])
    /// With a doubt, it is a position to show and not one to steer by.
    case fix(Fix, takenAt: Instant, doubt: String? = nil)
    case noFix(String)
    case heading(Heading, takenAt: Instant)
    case noHeading(String)
    /// For the log: something that a person has to look at.
    case warn(String)
    /// For the log: that is over.
    case note(String)
    /// The conversation is over.
    case fail(DeviceError)
}

extension PositionReceiver {
    package static var position: Port<Fix> { Port("position", "Where the receiver is.") }
    package static var ports: [DriverPort] { [.source(position), .source(heading)] }

    /// For `open`: how old a position or a heading may be.
    package static func setStaleAfter(_ time: Duration, _ context: DriverContext) {
        context.source(position).setStaleAfter(time)
        context.source(heading).setStaleAfter(time)
    }

    package static func perform(
        _ action: ReceiverAction, _ settings: Settings, _ outlet: inout SessionOutlet
    ) {
        let context = outlet.context
        switch action {
        case .send(let bytes): outlet.send(bytes)
        case .fix(let fix, let takenAt, let doubt):
            let sample = Measured(fix, doubt: doubt).sample(at: takenAt)
            context.source(position).publish(sample)
        case .noFix(let why):
            context.source(position).publishAbsent(why, at: context.scheduler.now)
        case .heading(let angle, let takenAt): context.source(heading).publish(angle, at: takenAt)
        case .noHeading(let why):
            context.source(heading).publishAbsent(why, at: context.scheduler.now)
        case .warn(let text): context.log.warning(text)
        case .note(let text): context.log.notice(text)
        case .fail(let fault): outlet.fail(fault)
        }
    }
}
