import Core
import JSON

extension GPSD {
    /// One JSON object of gpsd, checked. Classes and attributes are those of `gpsd_json(5)`.
    enum Message: Equatable, Sendable {
        /// The banner: the first thing that gpsd says.
        case version(release: String, protocolMajor: Int)
        /// Time, position, velocity.
        case tpv(PositionReport)
        case sky(SkyReport)
        /// Degrees clockwise from true north; `nil` when the compass gives none.
        case attitude(trueHeadingDegrees: Double?, device: String?)
        /// The receivers that gpsd knows.
        case devices([String])
        /// A receiver was opened or closed.
        case device(path: String, isActive: Bool)
        /// gpsd did not like a request.
        case error(String)
        /// A class that has nothing for us.
        case other

        /// Reads one line.
        ///
        /// - Throws: what is wrong with it. gpsd cuts lines at 10240 bytes, so a broken one is no
        ///   reason to give up the connection.
        init(line: [UInt8]) throws(MessageError) {
            let json = try Self.parse(line)
            guard let name = json.text("class") else {
                throw MessageError("an object without a class")
            }
            switch name {
            case "VERSION": self = try Self.version(json)
            case "TPV": self = .tpv(try PositionReport(json))
            case "SKY": self = .sky(SkyReport(json))
            case "ATT":
                self = .attitude(
                    trueHeadingDegrees: json.number("heading", 0...360), device: json.text("device")
                )
            case "DEVICES": self = .devices(Self.paths(json))
            case "DEVICE": self = try Self.device(json)
            case "ERROR": self = .error(json.text("message") ?? "no message")
            default: self = .other
            }
        }

        private static func parse(_ line: [UInt8]) throws(MessageError) -> JSONValue {
            do throws(JSONSyntaxError) {
                return try JSONValue(parsing: line)
            } catch {
                let start = String(decoding: line.prefix(40), as: UTF8.self)
                throw MessageError("not JSON: \(start)... (\(error))")
            }
        }

        private static func version(_ json: JSONValue) throws(MessageError) -> Message {
            guard let major = json.integer("proto_major", 0...1000) else {
                throw MessageError("VERSION without proto_major")
            }
            return .version(release: json.text("release") ?? "unknown", protocolMajor: major)
        }

        private static func paths(_ json: JSONValue) -> [String] {
            guard case .array(let devices)? = json["devices"] else { return [] }
            return devices.compactMap { $0.text("path") }
        }

        private static func device(_ json: JSONValue) throws(MessageError) -> Message {
            guard let path = json.text("path") else {
                throw MessageError("DEVICE without a path")
            }
            // The time of opening as text; the number 0 once it is closed.
            return .device(path: path, isActive: json["activated"] != .number(0))
        }
    }

    /// Why a line of gpsd was not used.
    struct MessageError: Error, Equatable, Sendable, CustomStringConvertible {
        let description: String

        init(_ description: String) {
            self.description = description
        }
    }
}

extension JSONValue {
    func text(_ key: String) -> String? {
        guard case .string(let text)? = self[key] else { return nil }
        return text
    }

    /// The number under `key`, if it is one and in range. NaN is in no range.
    func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
        guard case .number(let number)? = self[key], range.contains(number) else { return nil }
        return number
    }

    func integer(_ key: String, _ range: ClosedRange<Int>) -> Int? {
        guard case .number(let number)? = self[key], let whole = Int(exactly: number),
            range.contains(whole)
        else { return nil }
        return whole
    }
}
