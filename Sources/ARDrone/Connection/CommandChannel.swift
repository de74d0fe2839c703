import Values

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
}
