import Devices

extension ARDrone {
    /// Makes the datagrams of the command port: what they begin with, and under which numbers.
    struct CommandChannel: Sendable {
        /// What is known of the drone when a datagram is made.
        struct Reception: Sendable {
            /// Its communication watchdog is up.
            let needsFeeding: Bool
            let isQuiet: Bool
            let isLost: Bool
        }

        /// How long a report of "landed" may still be older than the last REF that said "up".
        static let upSettles = Duration.seconds(1)

        private var sequencer = ATSequencer()
        private var acknowledgement = AcknowledgementTracker()
        private var conflicts = ControllerConflictDetector()
        /// Whether somebody else commands the drone too.
        private(set) var hasConflict = false
        private var saidUpAt: Instant?
        private var events: [LinkEvent] = []

        /// Takes in what a packet says of our commands.
        mutating func receive(_ packet: NavdataPacket, at now: Instant) {
            acknowledgement.update(packet.state, at: now)
            conflicts.receive(packet.userSequence, at: now)
        }

        /// Whether what the drone says by now is an answer to the last REF that said "up".
        func isUpSettled(at now: Instant) -> Bool {
            saidUpAt.map { now - $0 >= Self.upSettles } ?? true
        }

        mutating func watchConflicts(at now: Instant) {
            guard conflicts.hasConflict(at: now) != hasConflict else { return }
            hasConflict.toggle()
            events.append(hasConflict ? .conflictBegan : .conflictEnded)
        }

        /// A datagram with REF and PCMD, and the commands of `outputs` behind them.
        mutating func datagram(
            _ controls: FlightStateMachine.Controls, _ outputs: ActionJob.ActionOutputs,
            _ reception: Reception, at now: Instant
        ) -> [UInt8] {
            acknowledgement.recordSent(at: now)
            if reception.isLost || hasConflict || controls.escalates {
                acknowledgement.desynchronise()
            }
            if !acknowledgement.isSynchronised { sequencer.restart() }
            var commands: [ATCommand] = []
            if !acknowledgement.isSynchronised || reception.needsFeeding || reception.isLost {
                commands.append(.feedWatchdog)
            }
            // The drone holds the level of the last REF. "Up" is not repeated into the dark: it would
            // lift a drone that was switched off and on meanwhile.
            if !(reception.isQuiet && controls.isUp) {
                commands.append(
                    .reference(isUp: controls.isUp, togglesEmergency: outputs.togglesEmergency))
                if controls.isUp { saidUpAt = now }
            }
            commands.append(controls.motion.map { .move($0) } ?? .hover)
            return encode(commands + outputs.commands)
        }

        mutating func forget() {
            acknowledgement = AcknowledgementTracker()
            saidUpAt = nil
        }

        mutating func drainEvents() -> [LinkEvent] {
            defer { events = [] }
            return events
        }

        private mutating func encode(_ commands: [ATCommand]) -> [UInt8] {
            var datagram: [UInt8] = []
            let before = sequencer.last
            for command in commands {
                do throws(ATError) {
                    try sequencer.append(command, to: &datagram)
                } catch {
                    events.append(.unsendable(error))
                }
            }
            if before < sequencer.last { conflicts.recordSent(before + 1...sequencer.last) }
            return datagram
        }
    }

    /// Whether the drone takes our command numbers, as far as its navdata show it.
    ///
    /// It drops every number that is not above the last it took, of whichever client, and counts
    /// anew at a 1. A single datagram that says 1 may be lost, so until the drone is known to
    /// listen every datagram starts there.
    struct AcknowledgementTracker: Sendable {
        /// With the watchdog bit up for so long, though we speak, it does not take our numbers.
        static let ignoredAfter = Duration.milliseconds(500)
        /// The drone gives a link up after 2 s without a command; we begin anew before that.
        static let gapLimit = Duration.milliseconds(1500)

        private(set) var isSynchronised = false
        private var ignoredSince: Instant?
        private var sentAt: Instant?

        /// Takes in the state bits of a packet.
        mutating func update(_ bits: NavdataState, at now: Instant) {
            if bits.contains(.communicationLost) {
                isSynchronised = false
            } else if bits.contains(.communicationWatchdog) {
                let since = ignoredSince ?? now
                ignoredSince = since
                if now - since >= Self.ignoredAfter { isSynchronised = false }
            } else {
                ignoredSince = nil
                if sentAt != nil { isSynchronised = true }
            }
        }

        /// Takes the drone for one that does not listen: nothing it does shows that it would.
        mutating func desynchronise() {
            isSynchronised = false
        }

        /// Notes that a datagram is about to be sent.
        mutating func recordSent(at now: Instant) {
            if let sentAt, now - sentAt >= Self.gapLimit { isSynchronised = false }
            sentAt = now
        }
    }

    /// Notices that somebody else commands the drone too.
    ///
    /// The drone tells the number of the last stick command that it took (`ui_seq` of option 6).
    /// One that we did not send is somebody else's. That is believed only after the drone has
    /// repeated our own numbers for a while: firmware that means something else by the field must
    /// not be taken for a rival.
    struct ControllerConflictDetector: Sendable {
        /// Datagrams whose numbers are remembered: two seconds of them, more than any delay at
        /// which one can still fly.
        private static let memory = 64
        /// How often our numbers must have come back before a foreign one means anything.
        private static let trustedAfter = 8
        /// A rival that has been silent for so long has left. One whose commands lie just before
        /// ours shows itself in one packet of ten only.
        private static let standsFor = Duration.milliseconds(800)

        private var sent: [ClosedRange<Int32>] = []
        private var oldest = 0
        private var echoes = 0
        private var lastHeard: Int32 = 0
        private var suspectedAt: Instant?
        private var conflictAt: Instant?

        /// Notes the numbers of a datagram that is about to be sent.
        mutating func recordSent(_ numbers: ClosedRange<Int32>) {
            guard sent.count == Self.memory else { return sent.append(numbers) }
            sent[oldest] = numbers
            oldest = (oldest + 1) % Self.memory
        }

        /// Takes in the number that a packet tells; 0 and `nil` tell nothing.
        ///
        /// Nor does one that stands still: of a drone that hears nobody, or of one that stopped
        /// long ago.
        mutating func receive(_ number: Int32?, at now: Instant) {
            guard let number, number > 0, number != lastHeard else { return }
            lastHeard = number
            if sent.contains(where: { $0.contains(number) }) {
                echoes = min(echoes + 1, Self.trustedAfter)
            } else if echoes == Self.trustedAfter {
                // One alone may be ours from before a long delay.
                if let suspectedAt, now - suspectedAt < Self.standsFor { conflictAt = now }
                suspectedAt = now
            }
        }

        func hasConflict(at now: Instant) -> Bool {
            conflictAt.map { now - $0 < Self.standsFor } ?? false
        }
    }
}
