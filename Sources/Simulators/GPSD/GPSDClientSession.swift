import Core
import JSON
import Values

/// What a simulated gpsd knows of one client, without the socket: requests in, answers out.
struct GPSDClientSession: Sendable {
    /// Whether reports are to be sent.
    private(set) var isWatching = false
    private var lines = LineBuffer(limit: Self.requestLimit)
    private let reports: GPSDReports

    /// gpsd takes requests of 80 characters; some clients write longer ones all the same.
    private static let requestLimit = 512

    init(_ reports: GPSDReports) {
        self.reports = reports
    }

    /// Takes the next bytes from the client and returns what to answer.
    mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
        // A request ends with a semicolon, a line end or both.
        let requests = bytes.map { $0 == UInt8(ascii: ";") ? UInt8(ascii: "\n") : $0 }
        return lines.append(requests).flatMap { event in
            switch event {
            case .tooLong: GPSDReports.error("The request is too long.")
            case .line(let line): answer(line)
            }
        }
    }

    private mutating func answer(_ line: [UInt8]) -> [UInt8] {
        guard !line.isEmpty else { return [] }
        let word = line.prefix { $0 != UInt8(ascii: "=") }
        let argument = word.count < line.count ? line.dropFirst(word.count + 1) : nil
        switch String(decoding: word, as: UTF8.self) {
        case "?WATCH": return watch(argument)
        case "?VERSION": return GPSDReports.version
        case "?DEVICES": return reports.devices()
        default:
            return GPSDReports.error("Unrecognized request")
        }
    }

    private mutating func watch(_ argument: ArraySlice<UInt8>?) -> [UInt8] {
        if let argument {
            guard let json = try? JSONValue(parsing: argument), case .object = json else {
                return GPSDReports.error("Invalid WATCH")
            }
            isWatching = json["enable"] != .bool(false)
        }
        return reports.devices() + reports.watch(isEnabled: isWatching)
    }
}
