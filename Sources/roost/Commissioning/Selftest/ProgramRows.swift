import Core
import Glibc
import JSON
import LinuxIO
import Trials
import Values

/// The rows about the program itself, whatever it drives.
struct ProgramRows {
    let twin: TwinProcess

    var all: [SelftestRow] {
        [
            SelftestRow("started with a bad configuration", "nothing starts, exit code 10") {
                () throws(PlainError) in try badConfiguration()
            },
            SelftestRow("a second roost is started beside it", "the second one refuses") {
                () throws(PlainError) in try beside("run")
            },
            SelftestRow("roost park is called while it runs", "refused") {
                () throws(PlainError) in try beside("park")
            },
            SelftestRow("a request is garbage", "refused with a reason, and it goes on") {
                () throws(PlainError) in try garbage()
            },
        ]
    }

    private func badConfiguration() throws(PlainError) -> String {
        let bad = try twin.write(
            #"{"drivers": {"a": {"driver": "nothing"}}}"#, as: "bad.json")
        let (code, text) = try twin.run("run", bad)
        guard code == 10 else { throw PlainError("exit code \(code): \(text)") }
        return "exit code 10"
    }

    private func beside(_ command: String) throws(PlainError) -> String {
        if twin.status == nil { try twin.start() }
        let (code, text) = try twin.run(command, twin.configuration)
        guard code == 1, text.mentions("another roost is running") else {
            throw PlainError("exit code \(code): \(text)")
        }
        return "exit code 1"
    }

    private func garbage() throws(PlainError) -> String {
        if twin.status == nil { try twin.start() }
        return try mapped(to: PlainError.init) { () throws(IOError) in
            let socket = try StreamSocket(connectingTo: twin.socket, within: .seconds(5))
            _ = try socket.writeAll(Array("\u{1} not a request\n".utf8), milliseconds: 1000)
            guard try socket.wait(milliseconds: 5000),
                let answer = try? JSONValue(parsing: try socket.read(atMost: 65536) ?? []),
                case .string(let why)? = answer["error"]
            else { throw IOError(call: "answer", code: EBADMSG) }
            guard twin.status?.phase == .running else {
                throw IOError(call: "status", code: ECONNREFUSED)
            }
            return why
        }
    }
}
