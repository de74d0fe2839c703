import Core
import DriverKit
import JSON
import Settings
import Values

/// A reader of animals' tags on a serial port, which tells of a tag by itself: RDM6300 and its like for
/// EM4100 discs, WL-134 for implanted chips. The frames tell which it is.
package enum RFIDReader: ByteSessionPlugin {
    package static let name = "rfid-reader"
    package static let summary =
        "The tags of animals at a reader on a serial port: EM4100 (RDM6300) and FDX-B (WL-134)."

    package static let tag = Port<TagPresence>(
        "tag", "The tag that is seen now, or that there is none.")
    package static let sights = Port<TagID>(
        "sights", "A tag that came: once, however often it is read until it is gone.")

    package static let ports: [DriverPort] = [.source(tag), .events(sights)]

    /// What no policy has taken by then is of no use to it any more: the animal has gone on.
    private static let sightExpiry = Duration.seconds(10)

    package static func claims(_ settings: Settings) -> [Claim] { [settings.port.claim] }

    package static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> (stream: any ByteStream, session: Session) {
        context.source(tag).setStaleAfter(settings.goneAfter + Session.tickPeriod * 3)
        let session = Session(
            settings.port.path(context.system), settings.port.speed,
            goneAfter: settings.goneAfter, at: context.scheduler.now)
        return (try settings.port.open(context.system), session)
    }

    package static func perform(
        _ action: Session.Action, _ settings: Settings, _ outlet: inout SessionOutlet
    ) {
        let context = outlet.context
        switch action {
        case .presence(let presence, let takenAt):
            context.source(tag).publish(presence, at: takenAt)
        case .unreadable(let why):
            context.source(tag).publishAbsent(why, at: context.scheduler.now)
        case .sight(let sight, let time):
            let isTaken = context.events(sights).publish(
                sight, from: EventOrigin("driver \(context.name)"), at: time,
                deadline: time + sightExpiry)
            if !isTaken {
                context.log.warning("a policy does not take its events: \(sight) is lost")
            }
        }
    }

    package static func diagnostics(_ settings: Settings, _ session: Session) -> [Diagnostic] {
        [
            Diagnostic("port", .string(session.line)),
            Diagnostic("frames", .number(Double(session.counters.frames))),
            Diagnostic("discarded_bytes", .number(Double(session.counters.discardedBytes))),
            Diagnostic("latest_tag", JSONValue(session.counters.latestTag?.description)),
        ]
    }
}

extension RFIDReader {
    package struct Settings: PluginSettings {
        let port: SerialPortSettings
        let goneAfter: Duration

        package init(_ read: SettingsReader) {
            port = SerialPortSettings(read)
            goneAfter = read(
                "gone_after", .duration(.milliseconds(200) ... .seconds(60)),
                default: .seconds(2),
                "A tag that was not read for so long is gone, and is reported again when it "
                    + "comes back. An RDM6300 repeats a tag every 65 ms; of a reader that does not, "
                    + "this is how long a tag counts as there.")
        }
    }
}
