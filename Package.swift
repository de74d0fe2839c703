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

// The linker leaves out what a program does not call, function by function. Debug information is of the version that Swift
// writes: valgrind 3.19 gives up on a program with a later one.
let strictC: [CSetting] = [
    .unsafeFlags([
        "-Wall", "-Wextra", "-Wmissing-prototypes", "-Werror", "-ffunction-sections", "-gdwarf-4",
    ])
]

let package = Package(
    name: "roost",
    targets: [
        .systemLibrary(name: "CExpat", path: "Sources/C/CExpat", pkgConfig: "expat"),
        .systemLibrary(name: "CCurl", path: "Sources/C/CCurl", pkgConfig: "libcurl"),
        .systemLibrary(
            name: "CMosquitto", path: "Sources/C/CMosquitto", pkgConfig: "libmosquitto"),
        .systemLibrary(name: "CCrypto", path: "Sources/C/CCrypto", pkgConfig: "libcrypto"),

        // What Swift cannot call, in C of our own.
        .target(
            name: "CGPIOD", path: "Sources/C/CGPIOD", cSettings: strictC,
            linkerSettings: [.linkedLibrary("gpiod")]),
        .target(
            name: "CSDBus", path: "Sources/C/CSDBus", cSettings: strictC,
            linkerSettings: [.linkedLibrary("systemd")]),
        .target(name: "CI2CSPI", path: "Sources/C/CI2CSPI", cSettings: strictC),
        .target(name: "CLinuxClock", path: "Sources/C/CLinuxClock", cSettings: strictC),

        .target(name: "Devices", swiftSettings: fast),
        .target(name: "Almanac", dependencies: ["Devices"], swiftSettings: fast),
        .target(name: "PhoneMessages", dependencies: ["Devices"], swiftSettings: strict),
        .target(name: "Threads", swiftSettings: fast),
        .target(name: "JSON", dependencies: ["Devices"], swiftSettings: fast),
        .target(name: "Settings", dependencies: ["Devices", "JSON"], swiftSettings: fast),
        .target(
            name: "Core", dependencies: ["Devices", "JSON", "Settings", "Threads"],
            swiftSettings: fast),
        .target(
            name: "Control", dependencies: ["Core", "Devices", "JSON", "Settings", "Threads"],
            swiftSettings: fast),
        .target(
            name: "LinuxIO", dependencies: ["CGPIOD", "CI2CSPI", "CLinuxClock", "Threads"],
            swiftSettings: strict),
        .target(name: "XML", dependencies: ["CExpat"], swiftSettings: strict),
        .target(name: "PlaceFiles", dependencies: ["Devices", "XML"], swiftSettings: strict),
        .target(
            name: "DriverKit",
            dependencies: ["Core", "Devices", "JSON", "LinuxIO", "Settings", "Threads"],
            swiftSettings: strict),
        .target(
            name: "VideoRelay", dependencies: ["Core", "Devices", "LinuxIO", "Threads"],
            swiftSettings: strict),
        .target(
            name: "Gateway",
            dependencies: ["Control", "Core", "Devices", "JSON", "LinuxIO", "Program", "Settings"],
            swiftSettings: strict),
        .target(
            name: "Program",
            dependencies: ["Control", "Core", "Devices", "JSON", "LinuxIO", "Settings"],
            swiftSettings: strict),
        .target(
            name: "MQTT", dependencies: ["CMosquitto", "Core", "Devices"], swiftSettings: strict),
        .target(
            name: "MQTTBridge",
            dependencies: [
                "Control", "Core", "Devices", "JSON", "LinuxIO", "MQTT", "Program", "Settings",
            ],
            swiftSettings: strict),
        // A program of its own, so that nothing else is linked with the broker's library.
        .executableTarget(
            name: "roost-mqtt",
            dependencies: ["Core", "Devices", "LinuxIO", "MQTTBridge", "Program"],
            swiftSettings: strict),
        .target(name: "BlueZ", dependencies: ["CSDBus", "Core", "Devices"], swiftSettings: strict),
        .target(
            name: "BluetoothBridge",
            dependencies: [
                "BlueZ", "Control", "Core", "Devices", "JSON", "LinuxIO", "PhoneMessages",
                "Program", "Settings",
            ],
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
            dependencies: [
                "Almanac", "Core", "Devices", "HTTPClient", "JSON", "LinuxIO", "Program",
                "Settings",
            ],
            swiftSettings: strict),
        // As above, for the library of HTTP and TLS.
        .executableTarget(
            name: "roost-notify",
            dependencies: ["Core", "Devices", "LinuxIO", "Notify", "Program"], swiftSettings: strict
        ),
        .target(
            name: "Signatures", dependencies: ["CCrypto", "Core", "Devices"],
            swiftSettings: strict),
        .target(
            name: "Deployment",
            dependencies: [
                "Core", "Devices", "JSON", "LinuxIO", "Program", "Settings", "Signatures",
            ],
            swiftSettings: strict),
        // As above, for the library of signatures.
        .executableTarget(
            name: "roost-stick",
            dependencies: ["Core", "Deployment", "LinuxIO", "Program", "Signatures", "Threads"],
            swiftSettings: strict),
        .target(
            name: "ARDrone",
            dependencies: [
                "Core", "Devices", "DriverKit", "JSON", "LinuxIO", "Settings", "Threads",
                "VideoRelay",
            ],
            swiftSettings: fast),
        .target(
            name: "NavdataTools", dependencies: ["ARDrone", "Core", "JSON"],
            swiftSettings: strict),
        .target(
            name: "Drivers",
            dependencies: [
                "ARDrone", "Core", "Devices", "DriverKit", "JSON", "LinuxIO", "PlaceFiles",
                "Settings", "Threads",
            ],
            swiftSettings: strict),
        .target(
            name: "Missions",
            dependencies: ["Core", "Devices", "JSON", "Navigation", "PlaceFiles", "Settings"],
            swiftSettings: fast),
        .target(name: "Navigation", dependencies: ["Devices"], swiftSettings: fast),
        .target(
            name: "PolicyKit", dependencies: ["Almanac", "Core", "Devices", "JSON", "Settings"],
            swiftSettings: fast),
        .target(
            name: "PetDoor",
            dependencies: ["Almanac", "Core", "Devices", "JSON", "PolicyKit", "Settings"],
            swiftSettings: fast),
        .target(
            name: "DroneNavigation",
            dependencies: [
                "Core", "Devices", "JSON", "Missions", "Navigation", "PolicyKit", "Settings",
            ],
            swiftSettings: fast),
        .target(
            name: "Policies",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "JSON", "PetDoor", "PolicyKit", "Settings",
            ],
            swiftSettings: fast),
        .target(
            name: "Recording",
            dependencies: ["Core", "Devices", "JSON", "LinuxIO", "Settings", "Threads"],
            swiftSettings: strict),
        .target(
            name: "Terminal", dependencies: ["Control", "Core", "Devices", "JSON"],
            swiftSettings: strict),
        .target(name: "Cockpit", dependencies: ["Devices", "Terminal"], swiftSettings: strict),
        .target(
            name: "Simulators",
            dependencies: ["Almanac", "Core", "Devices", "JSON", "LinuxIO", "Settings", "Threads"],
            swiftSettings: fast),
        .target(
            name: "Trials", dependencies: ["Core", "Devices", "JSON", "Simulators", "Threads"],
            swiftSettings: fast),
        .target(
            name: "FlightTrials",
            dependencies: [
                "ARDrone", "Core", "Devices", "JSON", "Missions", "Settings", "Simulators",
                "Threads", "Trials",
            ],
            swiftSettings: fast),
        .target(
            name: "HouseTrials",
            dependencies: [
                "Core", "Devices", "DriverKit", "Drivers", "JSON", "LinuxIO", "PetDoor",
                "PolicyKit", "Settings", "Simulators", "Threads", "Trials",
            ],
            swiftSettings: fast),
        .executableTarget(
            name: "roost",
            dependencies: [
                "ARDrone", "Cockpit", "Control", "Core", "Devices", "Drivers", "FlightTrials",
                "Gateway", "HouseTrials", "JSON", "LinuxIO", "Missions", "NavdataTools", "Policies",
                "Program", "Recording", "Settings", "Simulators", "Terminal", "Threads", "Trials",
                "VideoRelay",
            ],
            swiftSettings: strict),

        .executableTarget(
            name: "decode-bench", dependencies: ["ARDrone", "Core", "Devices", "LinuxIO"],
            path: "Bench/Decode", swiftSettings: strict),
        .executableTarget(
            name: "tick-bench",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "JSON", "PetDoor", "Settings", "TestSupport",
            ],
            path: "Bench/Ticks", swiftSettings: strict),
        .executableTarget(
            name: "fault-bench", dependencies: ["Core", "Devices", "Settings", "Threads"],
            path: "Bench/Faults", swiftSettings: strict),
        .executableTarget(
            name: "edge-bench",
            dependencies: ["Core", "Devices", "Drivers", "JSON", "LinuxIO", "Settings"],
            path: "Bench/Edges", swiftSettings: strict),

        .systemLibrary(name: "CMalloc", path: "Tests/C/CMalloc"),
        .target(
            name: "ConformanceKit",
            dependencies: [
                "CMalloc", "Core", "Devices", "DriverKit", "Drivers", "JSON", "LinuxIO", "Settings",
                "TestSupport", "Threads",
            ],
            path: "Tests/ConformanceKit", swiftSettings: strict),
        .executableTarget(
            name: "conformance",
            dependencies: [
                "ARDrone", "ConformanceKit", "Core", "Devices", "DriverKit", "Drivers", "JSON",
                "LinuxIO", "Simulators", "TestSupport",
            ],
            path: "Tests/Conformance", swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Core", "Devices", "JSON", "LinuxIO", "Settings"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "TestTraits", dependencies: ["Core", "Devices", "LinuxIO", "Threads"],
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
            name: "CoreTests",
            dependencies: [
                "Control", "Core", "Devices", "JSON", "Settings", "TestSupport", "Threads",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "JSONTests", dependencies: ["Core", "Devices", "JSON", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SettingsTests", dependencies: ["Core", "Devices", "JSON", "Settings"],
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
            dependencies: [
                "Core", "Devices", "DriverKit", "JSON", "LinuxIO", "Settings", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ARDroneTests",
            dependencies: [
                "ARDrone", "Core", "Devices", "DriverKit", "JSON", "LinuxIO", "Settings",
                "TestSupport", "TestTraits", "VideoRelay",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "Control", "Core", "Devices", "Gateway", "JSON", "LinuxIO", "Program",
                "TestSupport", "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NavdataToolsTests",
            dependencies: ["ARDrone", "Core", "JSON", "NavdataTools", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "VideoRelayTests",
            dependencies: ["Core", "LinuxIO", "TestSupport", "TestTraits", "VideoRelay"],
            swiftSettings: strict),
        .testTarget(
            name: "DriversTests",
            dependencies: [
                "Core", "Devices", "DriverKit", "Drivers", "JSON", "LinuxIO", "Settings",
                "TestSupport", "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MissionsTests",
            dependencies: ["Core", "Devices", "Missions", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "PetDoorTests",
            dependencies: [
                "Core", "Devices", "JSON", "PetDoor", "Policies", "PolicyKit", "Settings",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DroneNavigationTests",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "JSON", "Missions", "Navigation", "Policies",
                "Settings", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PoliciesTests",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "JSON", "PetDoor", "Policies", "Settings",
                "TestSupport",
            ],
            swiftSettings: strict),
        // A policy that is not shipped, made by docs/adding-a-policy.md, in all that knows policies.
        .testTarget(
            name: "GreenhouseTests",
            dependencies: [
                "Control", "Core", "Devices", "Drivers", "JSON", "MQTTBridge", "Notify", "Policies",
                "PolicyKit", "Program", "Recording", "Settings", "TestSupport", "TestTraits",
                "Threads", "roost",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DoorModelTests",
            dependencies: ["Core", "Devices", "JSON", "PetDoor", "PolicyKit", "Settings"],
            swiftSettings: fast),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "JSON", "LinuxIO", "PetDoor", "Recording",
                "Settings", "TestSupport", "Threads",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["Core", "Devices", "JSON", "Terminal", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CockpitTests", dependencies: ["Cockpit", "Devices", "Terminal"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatorsTests",
            dependencies: [
                "ARDrone", "Almanac", "Core", "Devices", "DriverKit", "Drivers", "JSON", "LinuxIO",
                "Simulators", "TestSupport", "TestTraits",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FlightTrialsTests",
            dependencies: [
                "ARDrone", "Core", "Devices", "Drivers", "DroneNavigation", "FlightTrials", "JSON",
                "Missions", "Policies", "Settings", "Simulators", "TestSupport", "Trials",
            ],
            swiftSettings: strict),
        .testTarget(name: "TrialsTests", dependencies: ["Trials"], swiftSettings: strict),
        .testTarget(
            name: "HouseTrialsTests",
            dependencies: [
                "Core", "Devices", "Drivers", "HouseTrials", "JSON", "PetDoor", "Policies",
                "Settings", "Simulators", "TestSupport", "Trials",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProgramTests",
            dependencies: ["Core", "Devices", "JSON", "LinuxIO", "Program", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "MQTTBridgeTests",
            dependencies: [
                "Core", "Devices", "DroneNavigation", "JSON", "MQTT", "MQTTBridge", "PetDoor",
                "Program", "Settings", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BluetoothBridgeTests",
            dependencies: [
                "BluetoothBridge", "Core", "Devices", "JSON", "PhoneMessages", "Program",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NotifyTests",
            dependencies: [
                "Core", "Devices", "HTTPClient", "JSON", "LinuxIO", "Notify", "Settings",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SignaturesTests",
            dependencies: ["Core", "Devices", "Program", "Signatures", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "DeploymentTests",
            dependencies: [
                "Core", "Deployment", "Devices", "JSON", "LinuxIO", "Settings", "Signatures",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "ConformanceKit", "Core", "Devices", "Drivers", "LinuxIO", "Settings",
                "TestSupport", "TestTraits", "conformance",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "roostTests",
            dependencies: [
                "BlueZ", "BluetoothBridge", "Control", "Core", "Deployment", "Devices",
                "DroneNavigation", "Gateway", "HTTPClient", "JSON", "LinuxIO", "MQTT", "MQTTBridge",
                "Notify", "PetDoor", "Policies", "PolicyKit", "Program", "Recording", "Settings",
                "Signatures", "Simulators", "Terminal", "TestSupport", "Threads", "Trials", "roost",
            ],
            exclude: ["Configuration/Broken"], swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Control", "Core", "Devices", "JSON", "LinuxIO", "Program", "Simulators",
                "TestSupport", "TestTraits", "Threads", "roost", "roost-mqtt", "roost-notify",
                "roost-stick",
            ],
            swiftSettings: strict),
        // They run inside a kernel of their own: script/rig.
        .testTarget(
            name: "RigTests",
            dependencies: [
                "Core", "Devices", "DriverKit", "Drivers", "JSON", "LinuxIO", "Simulators",
                "TestSupport", "roost",
            ],
            path: "Tests/Rig", exclude: ["Kernel"], swiftSettings: strict),
    ]
)

// The listings of the pages about plugins, as script/lib/listings has taken them out: they are there
// when script/test asks for them.
if let listings = Context.environment["ROOST_LISTINGS"] {
    package.targets += [
        .target(
            name: "PageDrivers",
            dependencies: ["Core", "Devices", "DriverKit", "LinuxIO", "Settings"],
            path: "\(listings)/PageDrivers", swiftSettings: strict),
        .target(
            name: "PagePolicies", dependencies: ["Core", "Devices", "Settings"],
            path: "\(listings)/PagePolicies", swiftSettings: strict),
        .testTarget(
            name: "PageTests",
            dependencies: [
                "Core", "Devices", "JSON", "PageDrivers", "PagePolicies", "Settings", "TestSupport",
            ],
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
                "ARDrone", "BluetoothBridge", "Control", "Core", "Deployment", "Devices",
                "DriverKit", "Drivers", "DroneNavigation", "Gateway", "HTTPClient", "JSON",
                "LinuxIO", "MQTT", "MQTTBridge", "Missions", "NavdataTools", "Notify", "PetDoor",
                "Policies", "Program", "Recording", "Settings", "Simulators", "VideoRelay",
            ],
            path: "Tests/Fuzz/Targets", swiftSettings: strict))
    // libFuzzer brings a `main` of its own, and links only into what was built for it.
    package.targets.append(
        fuzzer == "guided"
            ? .executableTarget(
                name: "fuzz-guided", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Guided",
                swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
            : .executableTarget(
                name: "fuzz", dependencies: ["Core", "Devices", "FuzzTargets"],
                path: "Tests/Fuzz/Seeded", swiftSettings: strict))
}
