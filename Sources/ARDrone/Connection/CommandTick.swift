import Core
import DriverKit
import LinuxIO
import Synchronization
import Threads
import Values

extension ARDrone.DriverIO {
    /// Sends what is to be sent now, and does what follows from it.
    func tick(_ shell: ARDrone.Shell, at now: Instant) {
        let command = ports.pilot.current(at: now)
        let requests = ports.requests.drain(at: now).map { $0.dated(by: wall) }
        mark(shell.with { $0.markBefore(command, at: now) } ?? nil, shell)
        let result = shell.with { state in
            let result = state.tick(command, requests, ports, at: now)
            video?.update(ARDrone.VideoConnectionState.Drone(state.link))
            return result
        }
        guard let result else { return }
        mark(result.marks, shell)
        if let wake = result.outgoing.wake {
            send(wake, by: sockets.navdata, to: endpoints.navdata, shell, at: now)
        }
        if let commands = result.outgoing.commands {
            send(commands, by: sockets.commands, to: endpoints.commands, shell, at: now)
        }
        // After the datagrams, which shall not wait for words.
        for event in result.events { event.write(to: shell.context.log) }
        if result.hasFollowUp { shell.with { $0.finishTick() } }
        if result.opensControlPort { openControlPort(shell, at: now) }
        for response in result.responses { ports.requests.respond(response) }
    }

    /// On a thread of its own: no tick waits for a file.
    private func mark(_ change: ARDrone.FlightMark.Change?, _ shell: ARDrone.Shell) {
        guard let change else { return }
        marking.add { [marker] in
            let failure = marker.make(change)
            let now = shell.now
            let line = shell.with { [failure] in $0.record(change, failure, at: now) } ?? nil
            line?.write(to: shell.context.log)
            shell.with { $0.finishMark() }
        }
    }

    /// Sends from the socket that the drone's answer should come back to.
    private func send(
        _ bytes: [UInt8], by socket: UDPSocket, to peer: IPv4Endpoint, _ shell: ARDrone.Shell,
        at now: Instant
    ) {
        var failure: IOError?
        do throws(IOError) {
            try socket.send(bytes, to: peer)
        } catch {
            failure = error
        }
        let isCommand = peer == endpoints.commands
        let change = shell.with { [failure] state in
            state.sending.record(failure, isCommand: isCommand, at: now)
        }
        switch change ?? nil {
        case .failed(let error): shell.context.log.warning("cannot send: \(DeviceError(error))")
        case .recovered: shell.context.log.notice("sending again")
        case .late:
            // The same words each time, so that it is said once a minute.
            shell.context.log.warning(
                "nothing was sent to the drone for over \(text(of: ARDrone.SendErrorTracker.worstGap)): "
                    + "what else does the computer do?")
        case nil: break
        }
    }
}

// MARK: Navdata

extension ARDrone.DriverIO {
    /// Datagrams taken at one wakeup, so that a flood cannot keep the reader for itself.
    static let readsPerWakeup = 64

    func readNavdata(_ shell: ARDrone.Shell) {
        buffer.withLock { buffer in
            for _ in 0..<Self.readsPerWakeup where !readDatagram(&buffer, shell) { return }
        }
    }

    /// - Returns: whether there may be more.
    private func readDatagram(_ buffer: inout [UInt8], _ shell: ARDrone.Shell) -> Bool {
        do throws(IOError) {
            guard let (length, sender) = try sockets.navdata.receive(into: &buffer) else {
                return false
            }
            let now = shell.now
            let datagram = buffer.prefix(length)
            let isWhole = length <= buffer.count
            shell.with { state in
                guard endpoints.isDrone(sender) else { return state.link.refuse(.unexpectedSender) }
                guard isWhole else { return state.link.refuse(.oversized) }
                state.receive(datagram, ports, at: now)
            }
            return true
        } catch {
            // An unconnected socket hears of no remote errors, so this one is the socket's own.
            shell.fail(DeviceError(error))
            return false
        }
    }
}
