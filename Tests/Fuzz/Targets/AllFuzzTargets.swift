import Control
import Core
import DroneNavigation
import PetDoor
import Policies

@testable import Drivers
@testable import LinuxIO
@testable import Simulators

/// Every reader of bytes from outside. A new one is one line here; what needs more than one call
/// has it in `Readers`.
package let allFuzzTargets: [FuzzTarget] = [
    .throwing("navdata-flight", Seeds.navdata, repair: Repair.checksum, Readers.flight),
    .throwing("navdata-document", Seeds.navdata, repair: Repair.checksum, Readers.document),
    .throwing("drone-configuration", Seeds.dumps, Readers.droneConfiguration),
    .init("drone-video", seeds: Seeds.video, read: Readers.video),
    .throwing("capture", Seeds.captures, Readers.capture),
    .throwing("json", Seeds.json, Readers.json),
    .throwing("configuration", Seeds.configurations, Readers.configuration),
    .throwing("control-request", Seeds.requests) { try ControlRequest(line: $0) },
    .init("http-request", seeds: Seeds.http, read: NetworkReaders.http),
    .init("mqtt-request", seeds: Seeds.mqtt, read: NetworkReaders.mqtt),
    .init("bluetooth-lines", seeds: Seeds.bluetooth, read: NetworkReaders.bluetooth),
    .throwing("stick-manifest", Seeds.manifests, NetworkReaders.manifest),
    .throwing("tokens", Seeds.tokens, NetworkReaders.tokens),
    .init("records", seeds: Seeds.records, read: NetworkReaders.records),
    .init("notify-answer", seeds: Seeds.answers, read: NetworkReaders.answer),
    .init("year", seeds: Seeds.years, read: NetworkReaders.year),
    .throwing("ds18b20", Seeds.scratchpads) { try DS18B20.Scratchpad(parsing: $0).temperature() },
    .throwing("gpsd", Seeds.gpsd, Readers.gpsd),
    .throwing("gpx", Seeds.gpx) { try LocationReplay.parseGPX($0, usesTimes: true) },
    .init("mission", seeds: Seeds.missions, read: Readers.mission),
    .init("rule-condition", seeds: Seeds.conditions, read: Readers.ruleCondition),
    .init("rule-trial", seeds: Seeds.trials, read: Readers.ruleTrial),
    .throwing("nmea", Seeds.nmea) { try LocationReplay.parseNMEALog($0) },
    .throwing("coordinates", Seeds.coordinates) { try LocationReplay.parseCoordinateLines($0) },
    .init("recorded-time", seeds: Seeds.times) {
        LocationReplay.secondsSince1970(String(decoding: $0, as: UTF8.self)) != nil
    },
    .init("tags", seeds: Seeds.tags, repair: Repair.tagChecksum, read: Readers.tags),
    .init("tag-spelling", seeds: Seeds.tagSpellings, read: Readers.tagSpelling),
    .init("simulated-at", seeds: Seeds.commands) { !ATParser.messages(in: $0).isEmpty },
    .init("simulated-drone", seeds: Seeds.commands, read: Readers.simulatedDrone),
    .init("simulated-gpsd", seeds: Seeds.gpsdRequests, read: Readers.simulatedGPSD),
]
