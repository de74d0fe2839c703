import Glibc
import LinuxIO
import Values

/// Whether a gateway answers, as a person understands it.
enum GatewayProbe: Equatable {
    case answers
    /// Its configuration has no such name: `hosts`.
    case refusesName
    /// Something else than a gateway.
    case answersOtherwise
    /// The machine is there, and nothing listens.
    case nobodyListens
    case silent

    private static let limitMilliseconds: Int32 = 1500

    /// Asks for the page, which everybody may.
    static func look(at service: AvahiService) -> GatewayProbe {
        do throws(IOError) {
            guard let endpoint = IPv4Endpoint(service.address, port: service.port) else {
                return .silent
            }
            let socket = try StreamSocket(connectingTo: endpoint)
            guard try socket.wait(for: POLLOUT, milliseconds: limitMilliseconds) else {
                return .silent
            }
            let request = "HEAD / HTTP/1.1\r\nHost: \(service.host):\(service.port)\r\n\r\n"
            guard try socket.writeAll(Array(request.utf8), milliseconds: limitMilliseconds),
                try socket.wait(milliseconds: limitMilliseconds),
                let bytes = try socket.read(atMost: 64)
            else { return .silent }
            return GatewayProbe(status: String(decoding: bytes.prefix(12), as: UTF8.self))
        } catch {
            return error.code == ECONNREFUSED ? .nobodyListens : .silent
        }
    }

    private init(status: String) {
        switch status {
        case "HTTP/1.1 200": self = .answers
        case "HTTP/1.1 421": self = .refusesName
        default: self = .answersOtherwise
        }
    }

    var words: String {
        switch self {
        case .answers: "answers"
        case .refusesName: "answers, but not under this name: \"hosts\" of its gateway.json"
        case .answersOtherwise: "something else answers there"
        case .nobodyListens: "its machine is there, its gateway is not"
        case .silent: "does not answer"
        }
    }
}
