// swift-tools-version: 6.0
// The architecture, in code: each layer is a target and may import what it lists, nothing else
// (`script/test` builds with `--explicit-target-dependency-import-check error`).

import PackageDescription

// A file sees members of what it imports itself, and not of what another file of its target imports. Swift 6.0 does not
// have that.
#if compiler(>=6.1)
    let memberImports: [SwiftSetting] = [.enableUpcomingFeature("MemberImportVisibility")]
#else
    let memberImports: [SwiftSetting] = []
#endif

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .unsafeFlags([
            "-warnings-as-errors",
            "-Xfrontend", "-disable-implicit-string-processing-module-import",
        ]),
    ] + memberImports

// What flies and lives through years in the tests is optimised there, too.
let fast: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
    name: "roost",
    targets: [
        .systemLibrary(name: "CGPIOD", path: "Sources/C/CGPIOD", pkgConfig: "libgpiod"),
        .systemLibrary(name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat"),
        .systemLibrary(name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(
            name: "CMosquitto", path: "Sources/C/CMosquitto", pkgConfig: "libmosquitto"),
        .systemLibrary(name: "CSDBus", path: "Sources/C/CSDBus", pkgConfig: "libsystemd"),
        .systemLibrary(name: "CCrypto", path: "Sources/C/CCrypto", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CI2CSPI", path: "Sources/C/CI2CSPI"),
        .systemLibrary(name: "CLinuxClock", path: "Sources/C/CLinuxClock"),

        .target(name: "Devices", swiftSettings: fast),
        .target(name: "Almanac", dependencies: ["Devices"], swiftSettings: fast),
        .target(name: "PhoneMessages", dependencies: ["Devices"], swiftSettings: strict),
        .target(name: "Threads", swiftSettings: fast),
        .target(name: "Core", dependencies: ["Devices", "Threads"], swiftSettings: fast),
        .target(
            name: "LinuxIO", dependencies: ["CGPIOD", "CI2CSPI", "CLinuxClock", "Threads"],
            swiftSettings: strict),
        .target(name: "XML", dependencies: ["CExpat"], swiftSettings: strict),
        .target(name: "PlaceFiles", dependencies: ["Devices", "XML"], swiftSettings: strict),
        .target(
            name: "DriverKit", dependencies: ["Core", "Devices", "LinuxIO", "Threads"],
            swiftSettings: strict),
        .target(
            name: "VideoRelay", dependencies: ["Core", "Devices", "LinuxIO", "Threads"],
            swiftSettings: strict),
        .target(
            name: "Gateway", dependencies: ["Core", "Devices", "LinuxIO", "Program"],
            swiftSettings: strict),
        .target(
            name: "Program", dependencies: ["Core", "Devices", "LinuxIO"], swiftSettings: strict),
        .target(
            name: "MQTT", dependencies: ["CMosquitto", "Core"], swiftSettings: strict),
        .target(
            name: "MQTTBridge", dependencies: ["Core", "Devices", "LinuxIO", "MQTT", "Program"],
            swiftSettings: strict),
        // A program of its own, so that nothing else is linked with the broker's library.
        .executableTarget(
            name: "roost-mqtt",
            dependencies: ["Core", "LinuxIO", "MQTTBridge", "Program"],
            swiftSettings: strict),
        .target(name: "BlueZ", dependencies: ["CSDBus", "Core", "Devices"], swiftSettings: strict),
        .target(
            name: "BluetoothBridge",
            dependencies: ["BlueZ", "Core", "Devices", "LinuxIO", "PhoneMessages", "Program"],
            swiftSettings: strict),
        // As above, for the library of D-Bus.
        .executableTarget(
            name: "roost-bluetooth",
            dependencies: ["BlueZ", "BluetoothBridge", "Core", "Devices", "LinuxIO", "Program"],
            swiftSettings: strict),
        .target(
            name: "HTTPClient", dependencies: ["CCurl", "Core", "Devices"], swiftSettings: strict),
        .target(
            name: "Notify",
            dependencies: ["Almanac", "Core", "Devices", "HTTPClient", "LinuxIO", "Program"],
            swiftSettings: strict),
        // As above, for the library of HTTP and TLS.
        .executableTarget(
            name: "roost-notify",
            dependencies: ["Core", "LinuxIO", "Notify", "Program"], swiftSettings: strict),
        .target(name: "Signatures", dependencies: ["CCrypto", "Core"], swiftSettings: strict),
        .target(
            name: "Deployment",
            dependencies: ["Core", "Devices", "LinuxIO", "Program", "Signatures"],
            swiftSettings: strict),
        // As above, for the library of signatures.
        .executableTarget(
            name: "roost-stick",
            dependencies: ["Core", "Deployment", "LinuxIO", "Program", "Signatures", "Threads"],
            swiftSettings: strict),
        .target(
            name: "ARDrone",
            dependencies: ["Core", "Devices", "DriverKit", "LinuxIO", "VideoRelay"],
            swiftSettings: fast),
        .target(
            name: "NavdataTools", dependencies: ["ARDrone", "Core"],
            swiftSettings: strict),
        .target(
            name: "Drivers",
            dependencies: [
                "ARDrone", "Core", "Devices", "DriverKit", "LinuxIO", "PlaceFiles", "Threads",
            ],
            swiftSettings: strict),
        .target(
            name: "Missions", dependencies: ["Core", "Devices", "Navigation", "PlaceFiles"],
            swiftSettings: fast),
        .target(name: "Navigation", dependencies: ["Devices"], swiftSettings: fast),
        .target(name: "PolicyKit", dependencies: ["Core", "Devices"], swiftSettings: fast),
        .target(
            name: "PetDoor", dependencies: ["Almanac", "Core", "Devices", "PolicyKit"],
            swiftSettings: fast),
        .target(
            name: "DroneNavigation",
            dependencies: ["Core", "Devices", "Missions", "Navigation", "PolicyKit"],
            swiftSettings: fast),
        .target(
            name: "Policies",
            dependencies: ["Core", "Devices", "DroneNavigation", "PetDoor", "PolicyKit"],
            swiftSettings: fast),
        .target(
            name: "Recording", dependencies: ["Core", "Devices", "LinuxIO", "Threads"],
            swiftSettings: strict),
        .target(name: "Terminal", dependencies: ["Core", "Devices"], swiftSettings: strict),
        .target(name: "Cockpit", dependencies: ["Devices", "Terminal"], swiftSettings: strict),
        .target(
            name: "Simulators", dependencies: ["Almanac", "Core", "Devices", "LinuxIO", "Threads"],
            swiftSettings: fast),
        .target(
            name: "Trials", dependencies: ["Core", "Devices", "Threads"], swiftSettings: fast),
        .target(
            name: "FlightTrials",
            dependencies: [
                "ARDrone", "Core", "Devices", "Missions", "Simulators", "Threads", "Trials",
            ],
            swiftSettings: fast),
        .target(
            name: "HouseTrials",
            dependencies: [
                "Core", "Devices", "DriverKit", "Drivers", "LinuxIO", "PetDoor", "Simulators",
                "Threads", "Trials",
            ],
            swiftSettings: fast),
        .executableTarget(
            name: "roost",
            dependencies: [
                "ARDrone", "Cockpit", "Core", "Devices", "Drivers", "DroneNavigation",
                "FlightTrials", "Gateway", "HouseTrials", "LinuxIO", "Missions", "NavdataTools",
                "PetDoor", "Policies", "Program", "Recording", "Simulators", "Terminal", "Threads",
                "Trials", "VideoRelay",
            ],
            swiftSettings: strict),

        .executableTarget(
            name: "decode-bench", dependencies: ["ARDrone", "Core", "Devices", "LinuxIO"],
            path: "Bench/Decode", swiftSettings: strict),
        .executableTarget(
            name: "tick-bench",
            dependencies: ["Core", "Devices", "DroneNavigation", "PetDoor", "TestSupport"],
            path: "Bench/Ticks", swiftSettings: strict),
        .executableTarget(
            name: "fault-bench", dependencies: ["Core", "Devices", "Threads"],
            path: "Bench/Faults", swiftSettings: strict),
        .executableTarget(
            name: "edge-bench", dependencies: ["Core", "Devices", "Drivers", "LinuxIO"],
            path: "Bench/Edges", swiftSettings: strict),

        .systemLibrary(name: "CMalloc", path: "Tests/C/CMalloc"),
        .target(
            name: "ConformanceKit",
            dependencies: [
                "CMalloc", "Core", "Devices", "DriverKit", "Drivers", "LinuxIO", "TestSupport",
                "Threads",
            ],
            path: "Tests/ConformanceKit", swiftSettings: strict),
        .executableTarget(
            name: "conformance",
            dependencies: [
                "ARDrone", "ConformanceKit", "Core", "Devices", "DriverKit", "Drivers", "LinuxIO",
                "Simulators", "TestSupport",
            ],
            path: "Tests/Conformance", swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Core", "Devices", "LinuxIO"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "TestTraits", dependencies: ["Core", "Devices", "Threads"],
            path: "Tests/TestTraits",
            swiftSettings: strict),
        .testTarget(name: "DevicesTests", dependencies: ["Devices"], swiftSettings: strict),
        .testTarget(
            name: "PhoneMessagesTests", dependencies: ["Devices", "PhoneMessages"],
            swiftSettings: strict),
        .testTarget(
            name: "AlmanacTests", dependencies: ["Almanac", "Devices"], swiftSettings: strict),
        .testTarget(
            name: "ThreadsTests", dependencies: ["TestSupport", "Threads"], swiftSettings: strict),
        .testTarget(
            name: "CoreTests", dependencies: ["Core", "Devices", "TestSupport", "Threads"],
            swiftSettings: strict),
        .testTarget(
            name: "LinuxIOTests", dependencies: ["LinuxIO", "TestSupport", "Threads"],
            swiftSettings: strict),
        .testTarget(
            name: "NavigationTests", dependencies: ["Core", "Devices", "Navigation"],
            swiftSettings: strict),
        .testTarget(name: "XMLTests", dependencies: ["XML"], swiftSettings: strict),
        .testTarget(
            name: "PlaceFilesTests", dependencies: ["Devices", "PlaceFiles", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "DriverKitTests",
            dependencies: ["Core", "Devices", "DriverKit", "LinuxIO", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ARDroneTests",
            dependencies: [
                "ARDrone", "Core", "Devices", "DriverKit", "LinuxIO", "TestSupport", "TestTraits",
                "VideoRelay",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GatewayTests",
            dependencies: ["Core", "Devices", "Gateway", "LinuxIO", "TestSupport", "TestTraits"],
            swiftSettings: strict),
        .testTarget(
            name: "NavdataToolsTests",
            dependencies: ["ARDrone", "Core", "NavdataTools", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "VideoRelayTests",
            dependencies: ["Core", "LinuxIO", "TestSupport", "TestTraits", "VideoRelay"],
            swiftSettings: strict),
        .testTarget(
            name: "DriversTests",
            dependencies: [
                "Core", "Devices", "DriverKit", "Drivers", "LinuxIO", "TestSupport", "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MissionsTests",
            dependencies: ["Core", "Devices", "Missions", "Navigation", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PetDoorTests",
            dependencies: ["Core", "Devices", "PetDoor", "Policies", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "DroneNavigationTests",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "Missions", "Navigation", "Policies",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PoliciesTests",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "PetDoor", "Policies", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DoorModelTests",
            dependencies: ["Core", "Devices", "PetDoor"], swiftSettings: fast),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "LinuxIO", "PetDoor", "Recording",
                "TestSupport", "Threads",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TerminalTests", dependencies: ["Core", "Devices", "Terminal", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CockpitTests", dependencies: ["Cockpit", "Devices", "Terminal"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatorsTests",
            dependencies: [
                "ARDrone", "Core", "Devices", "DriverKit", "Drivers", "LinuxIO", "Simulators",
                "TestSupport", "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FlightTrialsTests",
            dependencies: [
                "ARDrone", "Core", "Devices", "Drivers", "DroneNavigation", "FlightTrials",
                "Policies", "Simulators", "TestSupport", "Trials",
            ],
            swiftSettings: strict),
        .testTarget(name: "TrialsTests", dependencies: ["Trials"], swiftSettings: strict),
        .testTarget(
            name: "HouseTrialsTests",
            dependencies: [
                "Core", "Devices", "Drivers", "HouseTrials", "PetDoor", "Policies", "Simulators",
                "TestSupport", "Trials",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProgramTests",
            dependencies: ["Core", "Devices", "LinuxIO", "Program", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "MQTTBridgeTests",
            dependencies: ["Core", "Devices", "MQTT", "MQTTBridge", "Program", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "BluetoothBridgeTests",
            dependencies: [
                "BluetoothBridge", "Core", "Devices", "PhoneMessages", "Program", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NotifyTests",
            dependencies: ["Core", "Devices", "HTTPClient", "LinuxIO", "Notify", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SignaturesTests", dependencies: ["Core", "Signatures", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "DeploymentTests",
            dependencies: [
                "Core", "Deployment", "Devices", "LinuxIO", "Signatures", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "ConformanceKit", "Core", "Devices", "Drivers", "LinuxIO", "TestSupport",
                "TestTraits", "conformance",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "roostTests",
            dependencies: [
                "BluetoothBridge", "BlueZ", "Core", "Deployment", "Devices", "DroneNavigation",
                "Gateway", "HTTPClient", "LinuxIO", "MQTT", "MQTTBridge", "Notify", "PetDoor",
                "Policies", "Program", "Recording", "roost", "Signatures", "Simulators", "Terminal",
                "TestSupport", "Threads",
            ],
            exclude: ["Configuration/Broken"], swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Core", "Devices", "LinuxIO", "Program", "Simulators", "roost", "roost-mqtt",
                "roost-notify", "roost-stick", "TestSupport", "TestTraits", "Threads",
            ],
            swiftSettings: strict),
        // They run inside a kernel of their own: script/rig.
        .testTarget(
            name: "RigTests",
            dependencies: [
                "Core", "Devices", "DriverKit", "Drivers", "LinuxIO", "Simulators", "roost",
                "TestSupport",
            ],
            path: "Tests/Rig", exclude: ["Kernel"], swiftSettings: strict),
    ]
)

// The listings of the pages about plugins, as script/lib/listings has taken them out: they are there
// when script/test asks for them.
if let listings = Context.environment["ROOST_LISTINGS"] {
    package.targets += [
        .target(
            name: "PageDrivers", dependencies: ["Core", "Devices", "DriverKit", "LinuxIO"],
            path: "\(listings)/PageDrivers", swiftSettings: strict),
        .target(
            name: "PagePolicies", dependencies: ["Core", "Devices"],
            path: "\(listings)/PagePolicies", swiftSettings: strict),
        .testTarget(
            name: "PageTests",
            dependencies: ["Core", "Devices", "PageDrivers", "PagePolicies", "TestSupport"],
            path: "\(listings)/PageTests", swiftSettings: strict),
        .executableTarget(
            name: "page-conformance",
            dependencies: ["ConformanceKit", "Devices", "Drivers", "PageDrivers", "TestSupport"],
            path: "\(listings)/PageConformance", swiftSettings: strict),
    ]
}

// The fuzzers see what only tests may see, so a plain optimised build of the package could not
// compile them: they are there when script/fuzz and script/test ask for them.
if let fuzzer = Context.environment["ROOST_FUZZ"] {
    package.targets.append(
        .target(
            name: "FuzzTargets",
            dependencies: [
                "ARDrone", "BluetoothBridge", "Core", "Deployment", "Devices", "DriverKit",
                "Drivers", "DroneNavigation", "Gateway", "HTTPClient", "LinuxIO", "Missions",
                "MQTT", "MQTTBridge", "NavdataTools", "Notify", "PetDoor", "Policies", "Program",
                "Recording", "Simulators", "VideoRelay",
            ],
            path: "Tests/Fuzz/Targets", swiftSettings: strict))
    // libFuzzer brings a `main` of its own, and links only into what was built for it.
    package.targets.append(
        fuzzer == "guided"
            ? .executableTarget(
                name: "fuzz-guided", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Guided",
                swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
            : .executableTarget(
                name: "fuzz", dependencies: ["Core", "Devices", "FuzzTargets", "Simulators"],
                path: "Tests/Fuzz/Seeded", swiftSettings: strict))
}
