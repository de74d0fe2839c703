import Core
import Glibc
import LinuxIO
import Threads
import Values

/// A conversation over a stream of bytes, without the stream: a pure value. Bytes and time in, actions
/// out.
package protocol ByteSession: Sendable {
    associatedtype Action: Sendable

    /// Takes the next bytes of the stream, however they are cut.
    mutating func receive(_ bytes: [UInt8], at now: Instant) -> [Action]

    /// Looks at the time: what is overdue, and whether silence has to be explained.
    mutating func tick(at now: Instant) -> [Action]

    /// When `tick` is to be called next.
    var nextWake: Instant { get }

    /// The stream has ended, from the other side (`nil`) or by an error: why the conversation is over.
    mutating func ended(_ error: IOError?) -> DeviceError
}

/// A stream that never waits: a socket, a serial port.
package protocol ByteStream: Sendable {
    var descriptor: FileDescriptor { get }

    /// - Returns: `nil` when nothing is there now; empty at the end.
    func read(atMost capacity: Int) throws(IOError) -> [UInt8]?

    /// - Returns: how many of the bytes were taken.
    func write(_ bytes: ArraySlice<UInt8>) throws(IOError) -> Int

    /// Lets others have the device behind it, before the last owner of the descriptor is gone.
    func release()
}

extension ByteStream {
    package func release() {}
}

extension StreamSocket: ByteStream {}
extension SerialPort: ByteStream {}

/// What a session wants done, while its driver is locked.
package struct SessionOutlet: Sendable {
    package let context: DriverContext
    fileprivate var bytes: [UInt8] = []
    fileprivate var fault: DeviceError?

    /// Sends bytes after all actions of this call. Whoever does not read them is taken for gone.
    package mutating func send(_ bytes: [UInt8]) {
        self.bytes += bytes
    }

    /// The conversation is over.
    package mutating func fail(_ fault: DeviceError) {
        self.fault = self.fault ?? fault
    }
}

/// A driver that carries on a conversation: all of it but the session itself.
package protocol ByteSessionPlugin: DriverPlugin {
    associatedtype Session: ByteSession

    /// Opens the stream and begins the conversation.
    static func open(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> (stream: any ByteStream, session: Session)

    /// Does what the session says: publishes, sends, fails.
    static func perform(
        _ action: Session.Action, _ settings: Settings, _ outlet: inout SessionOutlet)

    static func diagnostics(_ settings: Settings, _ session: Session) -> [Diagnostic]
}

/// The session of a driver, and its one timer.
package struct ByteSessionState<Session: ByteSession>: Sendable {
    fileprivate var session: Session
    fileprivate var timer: WakeTimer?
}

extension ByteSessionPlugin {
    package typealias Shell = DriverShell<ByteSessionState<Session>>

    package static func start(
        _ settings: Settings, _ context: DriverContext
    ) throws(DeviceError) -> any Driver {
        let (stream, session) = try open(settings, context)
        return start(stream, session, settings, context)
    }

    /// Starts a driver on a stream that somebody else has opened.
    package static func start(
        _ stream: any ByteStream, _ session: Session, _ settings: Settings,
        _ context: DriverContext
    ) -> any Driver {
        let open = OpenStream(stream)
        let shell = Shell(
            context, ByteSessionState(session: session),
            .init(diagnostics: { state, _ in diagnostics(settings, state.session) }))
        shell.onClose {
            let last = open.withLock { stream in
                defer { stream = nil }
                return stream
            }
            last?.release()
        }
        let timer = shell.timer(nil) { shell, now in
            run(open, settings, shell) { $0.tick(at: now) }
        }
        shell.with { state in
            state.timer = timer
            timer.set(.at(state.session.nextWake))
        }
        shell.watch(stream.descriptor) { receive(open, settings, $0) }
        return shell
    }

    private static func receive(_ open: OpenStream, _ settings: Settings, _ shell: Shell) {
        do throws(IOError) {
            while !shell.hasEnded, let bytes = try open.value?.read(atMost: maxRead) {
                guard !bytes.isEmpty else { return end(nil, shell) }
                let now = shell.now
                run(open, settings, shell) { $0.receive(bytes, at: now) }
            }
        } catch {
            end(error, shell)
        }
    }

    /// How much is read at a time. All of it is read: gpsd drops readers that fall behind.
    private static var maxRead: Int { 16384 }

    private static func end(_ error: IOError?, _ shell: Shell) {
        if let fault = shell.with({ $0.session.ended(error) }) { shell.fail(fault) }
    }

    /// Asks the session and does what it says.
    private static func run(
        _ open: OpenStream, _ settings: Settings, _ shell: Shell,
        _ body: (inout Session) -> [Session.Action]
    ) {
        let outlet = shell.with { state in
            var outlet = SessionOutlet(context: shell.context)
            for action in body(&state.session) { perform(action, settings, &outlet) }
            state.timer?.set(.at(state.session.nextWake))
            return outlet
        }
        guard let outlet else { return }
        if let fault = outlet.fault { return shell.fail(fault) }
        guard !outlet.bytes.isEmpty, let stream = open.value else { return }
        do throws(IOError) {
            // A few bytes on an idle stream: if these do not fit, nobody reads there.
            let count = try stream.write(outlet.bytes[...])
            if count < outlet.bytes.count { end(IOError(call: "write", code: ETIMEDOUT), shell) }
        } catch {
            end(error, shell)
        }
    }
}

/// A stream until it is closed: then nobody holds its descriptor any more, whoever holds the driver.
private typealias OpenStream = Locked<(any ByteStream)?>
