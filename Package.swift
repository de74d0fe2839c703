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
        .target(name: "CSpawn", path: "Sources/C/CSpawn", cSettings: strictC),

        .target(name: "Values", swiftSettings: fast),
        .target(name: "Almanac", dependencies: ["Values"], swiftSettings: fast),
        .target(name: "Threads", swiftSettings: fast),
        .target(name: "JSON", dependencies: ["Values"], swiftSettings: fast),
        .target(name: "Settings", dependencies: ["JSON", "Values"], swiftSettings: fast),
        .target(
            name: "Core", dependencies: ["JSON", "Settings", "Threads", "Values"],
            swiftSettings: fast),
        .target(
            name: "CommandKit", dependencies: ["Core", "JSON", "LinuxIO", "Settings", "Values"],
            swiftSettings: strict),
        .target(
            name: "Control",
            dependencies: [
                "CommandKit", "Core", "JSON", "LinuxIO", "Settings", "Threads", "Values",
            ],
            swiftSettings: fast),
        .target(
            name: "LinuxIO",
            dependencies: ["CGPIOD", "CI2CSPI", "CLinuxClock", "CSpawn", "Threads"],
            swiftSettings: strict),
        .target(name: "XML", dependencies: ["CExpat"], swiftSettings: strict),
        .target(name: "PlaceFiles", dependencies: ["Values", "XML"], swiftSettings: strict),
        .target(
            name: "DriverKit",
            dependencies: ["Core", "JSON", "LinuxIO", "Settings", "Threads", "Values"],
            swiftSettings: strict),
        .target(
            name: "VideoRelay", dependencies: ["Core", "LinuxIO", "Threads", "Values"],
            swiftSettings: strict),
        .target(
            name: "Gateway",
            dependencies: [
                "CommandKit", "Control", "Core", "JSON", "LinuxIO", "Settings", "Values",
            ],
            swiftSettings: strict),
        .target(
            name: "MQTT", dependencies: ["CMosquitto", "Core", "Values"], swiftSettings: strict),
        .target(
            name: "MQTTBridge",
            dependencies: [
                "CommandKit", "Control", "Core", "JSON", "LinuxIO", "MQTT", "Settings", "Values",
            ],
            swiftSettings: strict),
        // A program of its own, so that nothing else is linked with the broker's library.
        .executableTarget(
            name: "roost-mqtt",
            dependencies: ["CommandKit", "Core", "LinuxIO", "MQTTBridge", "Values"],
            swiftSettings: strict),
        .target(name: "BlueZ", dependencies: ["CSDBus", "Core", "Values"], swiftSettings: strict),
        .target(
            name: "BluetoothBridge",
            dependencies: [
                "BlueZ", "CommandKit", "Control", "Core", "JSON", "LinuxIO", "Settings", "Values",
            ],
            swiftSettings: strict),
        // As above, for the library of D-Bus.
        .executableTarget(
            name: "roost-bluetooth",
            dependencies: ["BlueZ", "BluetoothBridge", "CommandKit", "Core", "LinuxIO", "Values"],
            swiftSettings: strict),
        .target(
            name: "HTTPClient", dependencies: ["CCurl", "Core", "Values"], swiftSettings: strict),
        .target(
            name: "Notify",
            dependencies: [
                "Almanac", "CommandKit", "Control", "Core", "HTTPClient", "JSON", "LinuxIO",
                "Settings",
                "Values",
            ],
            swiftSettings: strict),
        // As above, for the library of HTTP and TLS.
        .executableTarget(
            name: "roost-notify",
            dependencies: ["CommandKit", "Core", "LinuxIO", "Notify", "Values"],
            swiftSettings: strict
        ),
        .target(
            name: "Signatures", dependencies: ["CCrypto", "Core", "Values"],
            swiftSettings: strict),
        .target(
            name: "Deployment",
            dependencies: [
                "CommandKit", "Control", "Core", "JSON", "LinuxIO", "Settings", "Signatures",
                "Values",
            ],
            swiftSettings: strict),
        // As above, for the library of signatures.
        .executableTarget(
            name: "roost-stick",
            dependencies: ["CommandKit", "Core", "Deployment", "LinuxIO", "Signatures", "Threads"],
            swiftSettings: strict),
        .target(
            name: "ARDrone",
            dependencies: [
                "Core", "DriverKit", "JSON", "LinuxIO", "Settings", "Threads", "Values",
                "VideoRelay",
            ],
            swiftSettings: fast),
        .target(
            name: "NavdataTools", dependencies: ["ARDrone", "Core", "JSON"],
            swiftSettings: strict),
        .target(
            name: "Drivers",
            dependencies: [
                "ARDrone", "Core", "DriverKit", "JSON", "LinuxIO", "PlaceFiles", "Settings",
                "Threads", "Values",
            ],
            swiftSettings: strict),
        .target(
            name: "ExternalDrivers",
            dependencies: [
                "Core", "DriverKit", "JSON", "LinuxIO", "Settings", "Threads", "Values",
            ],
            swiftSettings: strict),
        .target(
            name: "Missions",
            dependencies: ["Core", "JSON", "Navigation", "PlaceFiles", "Settings", "Values"],
            swiftSettings: fast),
        .target(name: "Navigation", dependencies: ["Values"], swiftSettings: fast),
        .target(
            name: "PolicyKit", dependencies: ["Almanac", "Core", "JSON", "Settings", "Values"],
            swiftSettings: fast),
        .target(
            name: "PetDoor",
            dependencies: ["Almanac", "Core", "JSON", "PolicyKit", "Settings", "Values"],
            swiftSettings: fast),
        .target(
            name: "DroneNavigation",
            dependencies: [
                "Core", "JSON", "Missions", "Navigation", "PolicyKit", "Settings", "Values",
            ],
            swiftSettings: fast),
        .target(
            name: "Rules",
            dependencies: ["Almanac", "Core", "JSON", "PolicyKit", "Settings", "Values"],
            swiftSettings: fast),
        .target(
            name: "Policies",
            dependencies: [
                "Core", "DroneNavigation", "JSON", "PetDoor", "PolicyKit", "Rules", "Settings",
                "Values",
            ],
            swiftSettings: fast),
        .target(
            name: "Recording",
            dependencies: ["Core", "JSON", "LinuxIO", "Settings", "Threads", "Values"],
            swiftSettings: strict),
        .target(
            name: "Terminal", dependencies: ["Control", "Core", "JSON", "Values"],
            swiftSettings: strict),
        .target(name: "Cockpit", dependencies: ["Terminal", "Values"], swiftSettings: strict),
        .target(
            name: "Simulators",
            dependencies: ["Almanac", "Core", "JSON", "LinuxIO", "Settings", "Threads", "Values"],
            swiftSettings: fast),
        .target(
            name: "Trials", dependencies: ["Core", "JSON", "Simulators", "Threads", "Values"],
            swiftSettings: fast),
        .target(
            name: "FlightTrials",
            dependencies: [
                "ARDrone", "Core", "JSON", "Missions", "Settings", "Simulators", "Threads",
                "Trials", "Values",
            ],
            swiftSettings: fast),
        .target(
            name: "HouseTrials",
            dependencies: [
                "Core", "DriverKit", "Drivers", "JSON", "LinuxIO", "PetDoor", "PolicyKit",
                "Settings", "Simulators", "Threads", "Trials", "Values",
            ],
            swiftSettings: fast),
        .executableTarget(
            name: "roost",
            dependencies: [
                "ARDrone", "Cockpit", "CommandKit", "Control", "Core", "Drivers", "ExternalDrivers",
                "FlightTrials", "Gateway", "HouseTrials", "JSON", "LinuxIO", "Missions",
                "NavdataTools", "Policies",
                "Recording", "Rules", "Settings", "Simulators", "Terminal", "Threads", "Trials",
                "Values",
                "VideoRelay",
            ],
            swiftSettings: strict),

        .executableTarget(
            name: "decode-bench", dependencies: ["ARDrone", "Core", "LinuxIO", "Values"],
            path: "Bench/Decode", swiftSettings: strict),
        .executableTarget(
            name: "tick-bench",
            dependencies: [
                "Core", "DroneNavigation", "JSON", "PetDoor", "Policies", "Settings", "TestSupport",
                "Values",
            ],
            path: "Bench/Ticks", swiftSettings: strict),
        .executableTarget(
            name: "fault-bench", dependencies: ["Core", "Settings", "Threads", "Values"],
            path: "Bench/Faults", swiftSettings: strict),
        .executableTarget(name: "timer-bench", path: "Bench/Timers", swiftSettings: strict),
        .executableTarget(
            name: "edge-bench",
            dependencies: ["Core", "Drivers", "JSON", "LinuxIO", "Settings", "Values"],
            path: "Bench/Edges", swiftSettings: strict),

        .systemLibrary(name: "CMalloc", path: "Tests/C/CMalloc"),
        .target(
            name: "ConformanceKit",
            dependencies: [
                "CMalloc", "Core", "DriverKit", "Drivers", "JSON", "LinuxIO", "Settings",
                "TestSupport", "Threads", "Values",
            ],
            path: "Tests/ConformanceKit", swiftSettings: strict),
        .executableTarget(
            name: "conformance",
            dependencies: [
                "ARDrone", "ConformanceKit", "Core", "DriverKit", "Drivers", "JSON", "LinuxIO",
                "Simulators", "TestSupport", "Values",
            ],
            path: "Tests/Conformance", swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Core", "JSON", "LinuxIO", "Settings", "Values"],
            path: "Tests/TestSupport", swiftSettings: strict),
        .target(
            name: "TestTraits", dependencies: ["Core", "LinuxIO", "Threads", "Values"],
            path: "Tests/TestTraits",
            swiftSettings: strict),
        .testTarget(name: "ValuesTests", dependencies: ["Values"], swiftSettings: strict),
        .testTarget(
            name: "AlmanacTests", dependencies: ["Almanac", "Values"], swiftSettings: strict),
        .testTarget(
            name: "ThreadsTests", dependencies: ["TestSupport", "Threads"], swiftSettings: strict),
        .testTarget(
            name: "TestTraitsTests", dependencies: ["TestTraits", "Values"], swiftSettings: strict),
        .testTarget(
            name: "CoreTests",
            dependencies: [
                "Control", "Core", "JSON", "Settings", "TestSupport", "Threads", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "JSONTests", dependencies: ["Core", "JSON", "TestSupport", "Values"],
            swiftSettings: strict),
        .testTarget(
            name: "SettingsTests", dependencies: ["Core", "JSON", "Settings", "Values"],
            swiftSettings: strict),
        .testTarget(
            name: "LinuxIOTests", dependencies: ["LinuxIO", "TestSupport", "Threads"],
            swiftSettings: strict),
        .testTarget(
            name: "NavigationTests", dependencies: ["Core", "Navigation", "Values"],
            swiftSettings: strict),
        .testTarget(name: "XMLTests", dependencies: ["XML"], swiftSettings: strict),
        .testTarget(
            name: "PlaceFilesTests", dependencies: ["PlaceFiles", "TestSupport", "Values"],
            swiftSettings: strict),
        .testTarget(
            name: "DriverKitTests",
            dependencies: [
                "Core", "DriverKit", "JSON", "LinuxIO", "Settings", "TestSupport", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ARDroneTests",
            dependencies: [
                "ARDrone", "Core", "DriverKit", "JSON", "LinuxIO", "Settings", "TestSupport",
                "TestTraits", "Values", "VideoRelay",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "GatewayTests",
            dependencies: [
                "Control", "Core", "Gateway", "JSON", "LinuxIO", "TestSupport",
                "TestTraits", "Values",
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
                "Core", "DriverKit", "Drivers", "JSON", "LinuxIO", "Settings", "TestSupport",
                "TestTraits", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MissionsTests",
            dependencies: ["Core", "Missions", "TestSupport", "Values"],
            swiftSettings: strict),
        .testTarget(
            name: "PetDoorTests",
            dependencies: [
                "Core", "JSON", "PetDoor", "Policies", "PolicyKit", "Settings", "TestSupport",
                "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DroneNavigationTests",
            dependencies: [
                "Core", "DroneNavigation", "JSON", "Missions", "Navigation", "Policies", "Settings",
                "TestSupport", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "RulesTests",
            dependencies: [
                "Almanac", "Core", "JSON", "Rules", "Settings", "TestSupport", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PoliciesTests",
            dependencies: [
                "Control", "Core", "DroneNavigation", "JSON", "PetDoor", "Policies", "Rules",
                "Settings", "TestSupport", "Values",
            ],
            swiftSettings: strict),
        // A policy that is not shipped, made by docs/adding-a-policy.md, in all that knows policies.
        .testTarget(
            name: "GreenhouseTests",
            dependencies: [
                "Control", "Core", "Drivers", "JSON", "MQTTBridge", "Notify",
                "Policies", "PolicyKit", "Recording", "Settings", "TestSupport", "TestTraits",
                "Threads", "Values", "roost",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "DoorModelTests",
            dependencies: ["Core", "JSON", "PetDoor", "PolicyKit", "Settings", "Values"],
            swiftSettings: fast),
        .testTarget(
            name: "RecordingTests",
            dependencies: [
                "Core", "DroneNavigation", "JSON", "LinuxIO", "PetDoor", "Recording", "Settings",
                "TestSupport", "Threads", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["Core", "JSON", "Terminal", "TestSupport", "Values"],
            swiftSettings: strict),
        .testTarget(
            name: "CockpitTests", dependencies: ["Cockpit", "Terminal", "Values"],
            swiftSettings: strict),
        .testTarget(
            name: "SimulatorsTests",
            dependencies: [
                "ARDrone", "Almanac", "Core", "DriverKit", "Drivers", "JSON", "LinuxIO",
                "Simulators", "TestSupport", "TestTraits", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "FlightTrialsTests",
            dependencies: [
                "ARDrone", "Core", "Drivers", "DroneNavigation", "FlightTrials", "JSON", "Missions",
                "Policies", "Settings", "Simulators", "TestSupport", "Trials", "Values",
            ],
            swiftSettings: strict),
        .testTarget(name: "TrialsTests", dependencies: ["Trials"], swiftSettings: strict),
        .testTarget(
            name: "HouseTrialsTests",
            dependencies: [
                "Core", "Drivers", "HouseTrials", "JSON", "PetDoor", "Policies", "Settings",
                "Simulators", "TestSupport", "Trials", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "CommandKitTests", dependencies: ["CommandKit"], swiftSettings: strict),
        .testTarget(
            name: "ControlTests",
            dependencies: [
                "Control", "Core", "JSON", "LinuxIO", "Settings", "TestSupport", "Threads",
                "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "MQTTBridgeTests",
            dependencies: [
                "Control", "Core", "DroneNavigation", "JSON", "MQTT", "MQTTBridge", "PetDoor",
                "Settings", "TestSupport", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BluetoothBridgeTests",
            dependencies: [
                "BluetoothBridge", "Control", "Core", "JSON", "TestSupport", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NotifyTests",
            dependencies: [
                "Core", "HTTPClient", "JSON", "LinuxIO", "Notify", "Settings", "TestSupport",
                "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "SignaturesTests",
            dependencies: ["CommandKit", "Core", "Signatures", "TestSupport", "Values"],
            swiftSettings: strict),
        .testTarget(
            name: "DeploymentTests",
            dependencies: [
                "Core", "Deployment", "JSON", "LinuxIO", "Settings", "Signatures", "TestSupport",
                "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "ConformanceKit", "Core", "Drivers", "LinuxIO", "Settings", "TestSupport",
                "TestTraits", "Values", "conformance",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "roostTests",
            dependencies: [
                "ARDrone", "BlueZ", "BluetoothBridge", "CommandKit", "Control", "Core", "Drivers",
                "Deployment",
                "DroneNavigation", "Gateway", "HTTPClient", "JSON", "LinuxIO", "MQTT", "MQTTBridge",
                "Notify", "PetDoor", "Policies", "PolicyKit", "Recording", "Rules", "Settings",
                "Signatures",
                "Simulators", "Terminal", "TestSupport", "Threads", "Trials", "Values", "roost",
            ],
            exclude: ["Configuration/Broken"], swiftSettings: strict),
        .testTarget(
            name: "ExternalDriversTests",
            dependencies: [
                "Core", "ExternalDrivers", "JSON", "LinuxIO", "Settings", "TestSupport", "Values",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Control", "Core", "JSON", "LinuxIO", "Simulators", "TestSupport",
                "TestTraits", "Threads", "Values", "roost", "roost-mqtt", "roost-notify",
                "roost-stick",
            ],
            swiftSettings: strict),
        // They run inside a kernel of their own: script/rig.
        .testTarget(
            name: "RigTests",
            dependencies: [
                "Core", "DriverKit", "Drivers", "JSON", "LinuxIO", "Simulators", "TestSupport",
                "Values", "roost",
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
            dependencies: ["Core", "DriverKit", "LinuxIO", "Settings", "Values"],
            path: "\(listings)/PageDrivers", swiftSettings: strict),
        .target(
            name: "PagePolicies", dependencies: ["Core", "Settings", "Values"],
            path: "\(listings)/PagePolicies", swiftSettings: strict),
        .testTarget(
            name: "PageTests",
            dependencies: [
                "Core", "JSON", "PageDrivers", "PagePolicies", "Settings", "TestSupport", "Values",
            ],
            path: "\(listings)/PageTests", swiftSettings: strict),
        .executableTarget(
            name: "page-conformance",
            dependencies: ["ConformanceKit", "Drivers", "PageDrivers", "TestSupport", "Values"],
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
                "ARDrone", "BluetoothBridge", "CommandKit", "Control", "Core", "Deployment",
                "DriverKit", "Drivers", "DroneNavigation", "Gateway", "HTTPClient", "JSON",
                "LinuxIO", "MQTT", "MQTTBridge", "Missions", "NavdataTools", "Notify", "PetDoor",
                "Policies", "Recording", "Rules", "Settings", "Simulators", "Values", "VideoRelay",
            ],
            path: "Tests/Fuzz/Targets", swiftSettings: strict))
    // libFuzzer brings a `main` of its own, and links only into what was built for it.
    package.targets.append(
        fuzzer == "guided"
            ? .executableTarget(
                name: "fuzz-guided", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Guided",
                swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])])
            : .executableTarget(
                name: "fuzz", dependencies: ["Core", "FuzzTargets", "Values"],
                path: "Tests/Fuzz/Seeded", swiftSettings: strict))
}
