import Control
import Core
import Deployment
import Gateway
import HTTPClient
import JSON
import MQTT
import Notify
import Recording
import Settings
import Values

@testable import BluetoothBridge
@testable import MQTTBridge

/// What comes from browsers, brokers and telephones.
enum NetworkReaders {
    /// What the policy "door" takes: those that set something in motion are not in any file, and do not pass.
    private static let requests: JSONValue = [
        "plugins": [
            [
                "name": "door",
                "requests": [
                    ["name": "lock", "effect": "ordinary"], ["name": "unlock", "effect": "safer"],
                    ["name": "takeoff", "effect": "hazardous"],
                    ["name": "cut-motors", "effect": "irreversible"],
                ],
            ]
        ]
    ]

    /// Whole, and a byte at a time: that must be the same.
    static func http(_ input: [UInt8]) throws -> Bool {
        var whole = HTTPRequestParser()
        let outcome = whole.append(input)
        var parser = HTTPRequestParser()
        var cut = HTTPRequestParser.Progress.incomplete
        for byte in input where cut == .incomplete { cut = parser.append([byte]) }
        try FuzzFinding.unless(cut == outcome, "cut otherwise: \(cut), not \(outcome)")
        guard case .complete(let request) = outcome else { return false }
        try FuzzFinding.unless(
            request.body.count <= HTTPRequestParser.maxBody && !request.host.isEmpty,
            "a body of \(request.body.count) bytes")
        return true
    }

    /// As a request, and as the place of a telephone.
    static func mqtt(_ input: [UInt8]) throws -> Bool {
        let settings: BridgeSettings = try SettingsReader.read(
            from: ["leader": ["topic": "t", "pilot": "pilot"]], at: SettingPath(""))
        var router = RequestRouter(settings)
        let now = Instant(nanoseconds: 1_000_000_000)
        if let leader = settings.leader.map(OwnTracksLeader.init) {
            let place = try? leader.question(
                MQTTMessage("t", input), utcSeconds: 1_764_000_000, at: now)
            if place != nil { return true }
        }
        guard
            let question = try? router.route(
                MQTTMessage("roost/roost/policy/door/set", input), to: ["door"],
                RequestCatalogue(Self.requests), at: now)
        else { return false }
        guard case .string(let name)? = question.line["name"] else { return false }
        try FuzzFinding.unless(!["takeoff", "cut-motors"].contains(name), "\(name) passes")
        return true
    }

    /// In one piece, and in pieces of seven bytes.
    static func bluetooth(_ input: [UInt8]) throws -> Bool {
        var lines = UARTLines()
        var isTaken = false
        for begin in stride(from: 0, to: input.count, by: 7) {
            let piece = Array(input[begin..<min(begin + 7, input.count)])
            for message in lines.add(piece, from: "A", at: .zero) {
                guard case .line(let text) = message else { continue }
                isTaken = true
                try FuzzFinding.unless(
                    text.utf8.count <= UARTLines.maxLine && !text.utf8.contains { $0 < 0x20 },
                    "a line of \(text.utf8.count) bytes, or with control characters")
            }
        }
        return isTaken
    }

    /// What was read is written so that it reads the same.
    static func year(_ input: [UInt8]) throws -> Bool {
        let table = YearTable(parsing: input)
        try FuzzFinding.unless(
            YearTable(parsing: table.bytes).bytes == table.bytes, "it reads otherwise again")
        return !table.days.isEmpty
    }

    /// What a stick says that it brings: only names of files in its own folder.
    static func manifest(_ input: [UInt8]) throws {
        let manifest = try Manifest(parsing: input)
        try FuzzFinding.unless(
            manifest.number > 0 && isPlainName(manifest.machine), "a manifest of nobody")
        for name in manifest.files.keys {
            try FuzzFinding.unless(
                !name.contains("/") && !name.hasPrefix(".") && name.utf8.count <= 64,
                "the file \(name)")
        }
        try FuzzFinding.unless(
            try Manifest(parsing: manifest.bytes) == manifest, "it does not read what it writes")
    }

    static func tokens(_ input: [UInt8]) throws {
        let book = try TokenBook(input)
        try FuzzFinding.unless(
            try TokenBook(book.bytes) == book, "it does not read what it writes")
    }

    /// Lines of a segment, as `roost log` shows them.
    static func records(_ input: [UInt8]) throws -> Bool {
        var book = LogBook()
        var isTaken = false
        for line in input.split(separator: 0x0A) {
            guard let row = Row(line: line) else { continue }
            isTaken = true
            _ = book.entry(of: row, nil)?.json.line
        }
        return isTaken
    }

    /// The words of a server's refusal, whose status is the first two bytes.
    static func answer(_ input: [UInt8]) throws -> Bool {
        let status = input.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        let delivery = Delivery(
            .answered(
                status: status, text: String(decoding: input.dropFirst(2), as: UTF8.self),
                retryAfter: nil))
        switch delivery {
        case .delivered: return true
        case .refused(let why), .failed(let why, _):
            try FuzzFinding.unless(
                why.unicodeScalars.count < 256
                    && !why.unicodeScalars.contains {
                        $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                    }, "words that a terminal would obey: \(why)")
            return false
        }
    }
}
