import LinuxIO
import Values

@testable import Simulators

/// Sound inputs.
enum Seeds {
    /// Packets as a drone sends them: bootstrap, reduced and full, with and without GPS.
    static let navdata: [[UInt8]] = [true, false].flatMap { hasGPS in
        ["TRUE", "FALSE"].flatMap { packets(hasGPS: hasGPS, reduced: $0) }
    }

    private static func packets(hasGPS: Bool, reduced: String) -> [[UInt8]] {
        guard let start = Position(latitude: 52.5, longitude: 13.4),
            let client = IPv4Endpoint("127.0.0.1", port: 40000)
        else { return [] }
        var options = SimulatedDrone.Options(start: start)
        options.hasGPS = hasGPS
        var model = SimulatedDroneModel(options, at: .zero)
        var now = Instant.zero
        model.wake(from: client, at: now)
        var packets: [[UInt8]] = []
        for text in ["", "AT*CONFIG=1,\"general:navdata_demo\",\"\(reduced)\"\rAT*CTRL=2,5,0\r"] {
            model.receive(commands: Array(text.utf8), at: now)
            for _ in 0..<40 {
                now = now + SimulatedDroneModel.period
                if let packet = model.takePacket(at: now) { packets.append(packet.bytes) }
            }
        }
        return [packets.first, packets.last].compactMap(\.self)
    }

    /// A second of video with headers of either size, and a short one with a picture in two slices.
    static let video: [[UInt8]] =
        [VideoOptions.HeaderSize.short, .long].map { size in
            var options = VideoOptions()
            (options.headerSize, options.idrPeriod) = (size, 3)
            var stream = VideoStream(options, at: .zero)
            return (0..<7).flatMap { frame in
                let now = Instant.zero + .milliseconds(40 * frame)
                return stream.takeDue(perSecond: 25, uptime: .zero, at: now) ?? []
            }
        } + [shortVideo]

    private static let shortVideo: [UInt8] = {
        let sets: [UInt8] = [0, 0, 0, 1, 0x67, 66, 0xC0, 30, 0, 0, 0, 1, 0x68, 0xCE]
        let first = videoPiece(1, kind: 1, slices: 2, sets + [0, 0, 1, 0x65, 0x88, 1])
        let second = videoPiece(1, kind: 1, slices: 2, [0, 0, 1, 0x65, 0x42, 2])
        return first + second + videoPiece(2, kind: 3, slices: 1, [0, 0, 1, 0x41, 0x9A, 3])
    }()

    private static func videoPiece(
        _ number: UInt8, kind: UInt8, slices: UInt8, _ payload: [UInt8]
    ) -> [UInt8] {
        var piece = Array("PaVE".utf8) + [2, 4, 64, 0, UInt8(payload.count), 0, 0, 0]
        piece += [128, 2, 112, 1, 128, 2, 104, 1, number, 0, 0, 0] as [UInt8]
        piece += [0, 0, 0, 0, 1, 0, kind, 0] as [UInt8]
        piece += [UInt8](repeating: 0, count: 10) + [slices] as [UInt8]
        return piece + [UInt8](repeating: 0, count: 64 - piece.count) + payload
    }

    /// Captures over Ethernet and in raw IP: a datagram, then the parts of another, then one more.
    /// What the simulated drone's control port sends, and a small one.
    static let dumps =
        [DroneConfiguration().dump]
        + texts("control:altitude_max = 1600\r\ncontrol:outdoor = TRUE\n\0")

    static let captures = [capture(linkType: 1, ethernet), capture(linkType: 101, [])]

    private static func capture(linkType: UInt8, _ link: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0]
        file += [UInt8](repeating: 0, count: 10)
        file += [4, 0, linkType, 0, 0, 0]
        let whole = record(link + ip(udpSize: 16, fragment: 0))
        file += whole
        // Bit 13 says that more follows; the rest is the place, in steps of 8 bytes.
        for fragment in [0x2000, 0x2002, 4] as [UInt16] {
            file += record(link + ip(udpSize: 48, fragment: fragment))
        }
        return file + whole
    }

    private static let ethernet: [UInt8] = [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0]

    private static func record(_ frame: [UInt8]) -> [UInt8] {
        let size: [UInt8] = [UInt8(frame.count), 0, 0, 0]
        return [1, 0, 0, 0, 2, 0, 0, 0] + size + size + frame
    }

    /// An IPv4 packet with 16 bytes, at the beginning of which is a UDP header from port 5554.
    private static func ip(udpSize: UInt8, fragment: UInt16) -> [UInt8] {
        var packet: [UInt8] = [0x45, 0, 0, 36, 0, udpSize]
        packet += [UInt8(fragment >> 8), UInt8(fragment & 0xFF), 64, 17, 0, 0]
        packet += [192, 168, 1, 1, 192, 168, 1, 2]
        packet += [0x15, 0xB2, 0x9C, 0x40, 0, udpSize, 0, 0]
        return packet + [UInt8](repeating: 7, count: 8)
    }

    static let json = texts(
        #"{"a": [1, -2.5e-3, 1e300, true, false, null], "b": {"c": "d\u00e9\ud83d\ude00\n\"\\"}}"#,
        #"[[[[[[[["deep"]]]]]]]]"#, "0", "\"text\"")

    /// Those that Roost comes with; script/fuzz runs in the project's directory.
    static let configurations =
        ["both", "demo", "drone", "pet-door", "pet-door-reader"].compactMap {
            try? readFile("config/\($0).json", atMost: 1 << 20)
        } + texts("// \"a\n{ // b\n  \"name\": \"c//d\", // e\n  \"log_level\": \"info\" // f\n}\n")

    static let requests = texts(
        #"{"request": "status"}"#, #"{"request": "send", "words": ["pilot", "land"]}"#,
        #"{"request":"send","to":"pilot","name":"target","arguments":{"latitude":52.5},"deadline_ns":1}"#,
        #"{"request":"send","words":["land"],"by":"mqtt","at_most":"safer","allow":["land","hover"]}"#
    )

    static let http = texts(
        "GET /events HTTP/1.1\r\nHost: pi.local:8424\r\nCookie: roost_8424=secret\r\n\r\n",
        "POST /pair HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
            + "Content-Length: 18\r\n\r\n{\"code\": \"123456\"}",
        "HEAD / HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nAuthorization: Bearer x\r\n\r\n")

    static let mqtt = texts(
        "lock", #"{"name": "presence", "arguments": {"pet": "Mia", "where": "inside"}}"#,
        #"{"_type":"location","lat":52.5,"lon":13.4,"acc":6,"tst":1764000000}"#)

    static let bluetooth = texts("door lock\nland\r\n", "1", "presence pet=Mia where=inside\n")

    static let years = texts("2026-11-22 06:45 dark locked\n2026-11-22 07:00\n")

    static let scratchpads = texts(
        "72 01 4b 46 7f ff 0e 10 57 : crc=57 YES\n72 01 4b 46 7f ff 0e 10 57 t=23125\n",
        "50 05 4b 46 7f ff 0c 10 1c : crc=1c YES\n50 05 4b 46 7f ff 0c 10 1c t=85000\n")

    static let gpsd = texts(
        #"{"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2026-07-01T12:00:00.000Z","#
            + #""lat":52.5,"lon":13.4,"altMSL":35.1,"track":270.5,"speed":3.2,"eph":2.5}"# + "\n",
        #"{"class":"SKY","hdop":0.9,"uSat":9,"satellites":[{"PRN":1,"used":true}]}"# + "\n"
            + #"{"class":"TPV","mode":2,"lat":-1.5,"lon":-3.4}"# + "\n",
        #"{"class":"DEVICES","devices":[{"path":"/dev/ttyACM0"}]}"# + "\n"
            + #"{"class":"ATT","heading":12.5}"# + "\n")

    static let gpsdRequests = texts(
        #"?WATCH={"enable":true,"json":true};"#, "?DEVICES;\r\n?VERSION;", "?WATCH;")

    static let gpx = texts(
        """
        <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk>
        <trkseg><trkpt lat="52.5" lon="13.4"><ele>35.1</ele><time>2026-07-01T12:00:00Z</time>
        </trkpt><trkpt lat="52.6" lon="13.5"/></trkseg></trk></gpx>
        """)

    /// One of each format that is read, with a loop, fences and rally points.
    static let missions = texts(
        """
        QGC WPL 110
        0 1 0 16 0 0 0 0 52.0 21.0 110.0 1
        1 0 3 22 0 0 0 0 0 0 4.0 1
        2 0 3 16 5 2 0 0 52.0004 21.0003 4.0 1
        3 0 2 177 2 2 0 0 0 0 0 1
        4 0 3 20 0 0 0 0 0 0 0 1
        """,
        """
        {"fileType":"Plan","version":1,"mission":{"version":2,"plannedHomePosition":[52.0,21.0,110.0],
        "items":[{"type":"SimpleItem","command":22,"frame":3,"params":[0,0,0,null,52.0,21.0,4]},
        {"type":"SimpleItem","command":16,"frame":3,"params":[5,2,0,null,52.0004,21.0003,4]},
        {"type":"SimpleItem","command":20,"frame":2,"params":[0,0,0,0,0,0,0]}]},
        "geoFence":{"version":2,"circles":[{"circle":{"center":[52.0,21.0],"radius":80.0},
        "inclusion":true}],"polygons":[{"polygon":[[52.002,21.001],[52.002,21.002],[52.001,21.002]],
        "inclusion":false}]},"rallyPoints":{"version":2,"points":[[52.0001,21.0,5.0]]}}
        """,
        """
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><rte>
        <rtept lat="52.0004" lon="21.0003"><ele>114</ele></rtept><rtept lat="52.0006" lon="21.0003"/>
        </rte></gpx>
        """,
        "21.0003,52.0004\n21.0003, 52.0006\r\n",
        """
        {"roost_mission":1,"speed":"2m/s","home":{"latitude":52,"longitude":21},"items":[
        {"do":"take-off","altitude":"3m"},{"do":"go-to","latitude":52.0004,"longitude":21.0003},
        {"do":"circle","latitude":52.0004,"longitude":21.0003,"radius":"5m"},{"do":"turn","by":"90deg"},
        {"do":"land"}],"fences":[{"keep":"in","latitude":52,"longitude":21,"radius":"90m"}]}
        """)

    static let conditions = texts(
        "room > 28 °C or air > 80 % and not (rain is wet since 2 min)",
        "average(north, -south) - outside >= 2.5 K and north < 30 °C",
        "after sunset-30min and before 06:30 and on weekdays, saturday",
        "room is unknown since 5 min or room / 2 V > 3 and room < 9 V")

    static let trials = texts(
        #"""
        {"settings":{"latitude":52.5,"longitude":13.4,"grace":"5s","longest":{"fan":"20s"},"rules":[
        {"name":"a","when":"room > 28 °C","until":"room < 26 °C","set":{"fan":"on"},"priority":1},
        {"name":"b","on":"button.press or door becomes open","set":{"fan":"off"},"for":"3s","priority":2,"at_most":"2 an hour"},
        {"name":"c","every":"7s","when":"after 06:00 and before 05:00","ask":{"door":"lock for=1h"}},
        {"name":"d","when":"room > 20 °C since 4 s","alert":"warm","at_least":"2s"}]},
        "start":"2026-06-21 18:00 +02:00","inputs":{"room":"22 °C","door":"closed"},"steps":[
        {"at":"2s","inputs":{"room":"29 °C"},"expect":{"fan":"on"}},
        {"at":"9s","events":["button.press"],"expect":{"fan":"off"},"reason":"b+a+d"},
        {"at":"15s","inputs":{"room":"unknown"},"restart":true,"asked":{"door":"lock for=1h"}},
        {"at":"40s","expect":{"fan":"safe"}}]}
        """#)

    /// The examples of every guide to NMEA 0183.
    static let nmea = texts(
        "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
            + "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\r\n",
        "# Date: 2026-07-01\n$GPVTG,084.4,T,077.8,M,022.4,N,041.5,K*43\n")

    static let coordinates = texts("13.4,52.5\n13.5 , 52.6\r\n\n-13.5,-52.6\n")

    static let times = texts("2026-07-01T12:00:00.5Z", "2024-02-29T23:59:60+02:00")

    /// The examples of the manuals, and a stream with a frame that was cut.
    static let tags: [[UInt8]] = {
        let disc = [2] + Array("62E3086CED08".utf8) + [3]
        let chip = [2] + Array("171A9253A34830010000000000".utf8) + [7, 0xF8, 3]
        return [disc, chip, chip.prefix(17) + chip + disc.dropLast() + [0x0D, 0x0A, 3]]
    }()

    static let tagSpellings = texts(
        "276 095610728684", "0100A26842EB0F37", "8000451642D7F0EC", "0x010063E9AE",
        "01 0006547886", "0006547886", "00099,59822", "099,59822")

    static let commands = texts(
        "AT*REF=1,290718208\rAT*PCMD=2,1,0,-1110651699,1056964608,0\r",
        "AT*CONFIG_IDS=3,\"aa\",\"bb\",\"cc\"\rAT*CONFIG=4,\"general:navdata_demo\",\"TRUE\"\r",
        "AT*CTRL=5,5,0\rAT*COMWDG=6\rAT*FTRIM=7\rAT*PCMD_MAG=8,1,0,0,0,0,0,0\r")

    static let manifests = texts(
        #"{"roost_deployment": 1, "machine": "garden", "number": 7, "files": {"roost.json": "ab12", "a.waypoints": "cd34"}}"#,
        #"{"roost_deployment": 1, "machine": "attic", "number": 1764000000, "files": {"roost.json": "00"}}"#
    )

    static let tokens = texts(
        #"{"tokens": []}"#,
        #"{"tokens": [{"name": "kitchen", "role": "command", "sha256": "00ff"}, {"name": "a", "role": "admin", "sha256": ""}]}"#
    )

    static let records = texts(
        #"{"k":"segment","t":5,"run":1,"version":"0.1.0","name":"shed","utc":1764000000,"offset":3600}"#
            + "\n"
            + #"{"k":"log","t":7,"of":"door","level":"warning","text":"no light"}"# + "\n",
        #"{"k":"decision","t":9,"of":"door","code":"dark","text":"it is night","failsafe":true}"#
            + "\n"
            + #"{"k":"lost","t":11,"steps":3,"lines":2}"# + "\n" + #"{"k":"end","t":12}"# + "\n")

    static let answers = texts(
        "\u{1}\u{2}bad request", "\u{0}\u{7F}\u{9B}31m",
        "\u{2}\u{3}" + #"{"code":42909,"http":429}"#)

    private static func texts(_ texts: String...) -> [[UInt8]] {
        texts.map { Array($0.utf8) }
    }
}
