import Core
import JSON
import TestSupport
import Testing

@testable import ARDrone
@testable import NavdataTools

/// Every option, read for tools. What is expected comes from the protocol's documentation.
@Suite("AR.Drone navdata for tools")
struct NavdataJSONTests {
    private func members(_ builder: NavdataBuilder) throws -> [String: JSONValue] {
        try NavdataJSON.members(of: builder.bytes[...])
    }

    private func options(_ options: [UInt8]...) throws -> JSONValue {
        try #require(try members(NavdataBuilder(options: options))["options"])
    }

    @Test(
        "Every field of every option has its name, its value and its unit",
        arguments: ReferenceOption.beforeChecksum)
    func everyField(reference: ReferenceOption) throws {
        let (bytes, expected) = reference.filled()
        let decoded = try #require(try options(bytes)[reference.name])
        guard case .object(let fields) = decoded else { throw NotAnObject() }
        #expect(Set(fields.keys) == Set(reference.fields.map(\.name)))
        for (field, values) in expected {
            let json = try #require(decoded[field.name])
            #expect(json["unit"] == .string(field.unit), "\(field.name)")
            let numbers = values.map(JSONValue.number)
            let value: JSONValue = field.count == 1 ? numbers[0] : .array(numbers)
            #expect(json["value"] == value, "\(field.name)")
        }
    }

    @Test("The tables are those of the documentation: no option and no byte is left out")
    func coverage() {
        let layouts = NavdataLayout.all
        #expect(layouts.map(\.id.tag) == ReferenceOption.all.map(\.tag))
        #expect(layouts.map(\.name) == ReferenceOption.all.map(\.name))
        #expect(Set(layouts.map(\.id.tag)) == Set(0...29).union([0xFFFF]))
        for (layout, reference) in zip(layouts, ReferenceOption.all) {
            #expect(layout.id.sizes.lowerBound == reference.size, "\(layout.name)")
            // The structures are packed: each byte after tag and size belongs to one field.
            let bytes = layout.fields.flatMap(\.byteRanges).flatMap { Array($0) }.sorted()
            #expect(bytes == Array(4..<reference.size), "\(layout.name)")
        }
    }

    @Test("Captured values read as the documentation says")
    func fixtures() throws {
        let decoded = try options(
            NavdataBuilder.option(1, size: 8, [(4, little(UInt32(760_148_149)))]),
            NavdataBuilder.option(3, size: 46, [(4, little(Float(45.3)))]),
            NavdataBuilder.option(17, size: 8, [(4, little(Int32(4822)))]),
            NavdataBuilder.option(22, size: 75, [(54, little(Float(1.93336)))]))
        #expect(decoded["time"]?["time"]?["value"] == 362.979125)
        #expect(decoded["phys_measures"]?["acc_temp"] == ["value": 45.3, "unit": "degC"])
        #expect(decoded["watchdog"]?["watchdog"]?["value"] == 4822)
        let heading = decoded["magneto"]?["heading_fusion_unwrapped"]
        #expect(heading == ["value": 1.93336, "unit": "deg"])
    }

    @Test("The checksum is the plain sum of what stands before it")
    func checksum() throws {
        // 88 77 66 55 (442), a sequence of 1, nothing else.
        #expect(try options()["checksum"]?["cks"]?["value"] == 443)
    }

    @Test("The header's bits are given by name, and as they are")
    func state() throws {
        let bits = NavdataBuilder(state: 1 << 0 | 1 << 6 | 1 << 15 | 1 << 30 | 1 << 31)
        let state = try #require(try members(bits)["state"])
        #expect(state["value"] == .number(Double(bits.state)))
        #expect(
            state["set"] == [
                "flying", "command_acknowledged", "battery_low", "communication_watchdog",
                "emergency_landing",
            ])
        #expect(ARDrone.NavdataState(rawValue: .max).names.count == 32)
        #expect(Set(ARDrone.NavdataState(rawValue: .max).names).count == 32)
    }

    @Test(
        "The bits that flying acts on have the names that their numbers have in the protocol",
        arguments: [
            (.flying, "flying"), (.commandAcknowledged, "command_acknowledged"),
            (.bootstrap, "navdata_bootstrap"), (.motorProblem, "motor_problem"),
            (.communicationLost, "communication_lost"), (.softwareFault, "software_fault"),
            (.batteryLow, "battery_low"), (.anglesOutOfRange, "angles_out_of_range"),
            (.magnetometerUncalibrated, "magnetometer_needs_calibration"),
            (.cutOut, "cut_out_detected"), (.communicationWatchdog, "communication_watchdog"),
            (.emergency, "emergency_landing"),
        ] as [(ARDrone.NavdataState, String)])
    func stateName(bit: ARDrone.NavdataState, name: String) {
        #expect(bit.names == [name])
    }

    @Test(
        "The control state is put into words",
        arguments: [
            (0, 0, "default"), (1, 0, "init"), (2, 0, "landed"), (3, 0, "flying: ok"),
            (3, 6, "flying: no vision"), (4, 8, "hovering: lost com"),
            (4, 11, "hovering: lost com alt ok"), (4, 13, "hovering: demo"), (5, 0, "test"),
            (6, 1, "taking off: auto"), (7, 2, "going to fix point: yaw"),
            (8, 2, "landing: open loop fast"), (9, 0, "looping: impulsion"),
            (2, 7, "landed: 7"), (4, 14, "hovering: 14"), (10, 3, "unknown state 10, 3"),
            (65535, 65535, "unknown state 65535, 65535"),
        ] as [(UInt16, UInt16, String)])
    func controlState(major: UInt16, minor: UInt16, words: String) throws {
        let decoded = try options(NavdataBuilder.demo(major: major, minor: minor))
        let state = try #require(decoded["demo"]?["ctrl_state"])
        #expect(state["words"] == .string(words))
        #expect(state["value"] == .number(Double(UInt32(major) << 16 | UInt32(minor))))
    }

    @Test(
        "An option that grew is read as far as it is known",
        arguments: [("pwm", 92), ("magneto", 83), ("wind_speed", 64), ("gps", 260)])
    func longer(name: String, size: Int) throws {
        let reference = try #require(ReferenceOption.all.first { $0.name == name })
        let known = reference.filled().bytes
        let grown = NavdataBuilder.option(reference.tag, size: size, [(4, Array(known[4...]))])
        #expect(try options(grown)[name] == options(known)[name])
    }

    @Test(
        "An option that is shorter than known is left out, and the packet stays",
        arguments: ReferenceOption.beforeChecksum)
    func shorter(reference: ReferenceOption) throws {
        let short = NavdataBuilder.option(reference.tag, size: reference.size - 1)
        let members = try members(
            NavdataBuilder(options: [short, NavdataBuilder.option(99, size: 4)]))
        #expect(members["options"]?[reference.name] == nil)
        #expect(
            members["skipped"] == [
                [
                    "tag": .number(Double(reference.tag)),
                    "size": .number(Double(reference.size - 1)),
                    "why": "not of a size that this option has",
                ],
                ["tag": 99, "size": 4, "why": "unknown"],
            ])
    }

    @Test(
        "Tag 27 is told apart by its size",
        arguments: [
            (12, "zimmu_3000"), (11, nil), (13, nil), (215, nil), (216, "gps"), (300, "gps"),
        ] as [(Int, String?)])
    func tag27(size: Int, name: String?) throws {
        let decoded = try options(NavdataBuilder.option(27, size: size))
        for candidate in ["zimmu_3000", "gps"] {
            #expect((decoded[candidate] != nil) == (candidate == name))
        }
    }

    @Test("What is no number is null, and the rest of the option is there")
    func notANumber() throws {
        let decoded = try options(
            NavdataBuilder.option(
                5, size: 12, [(4, little(Float.nan)), (8, little(Float.infinity))]))
        let line = try #require(decoded["euler_angles"]).line
        #expect(line.contains(#""phi_a":{"unit":"mdeg","value":null}"#))
        #expect(line.contains(#""theta_a":{"unit":"mdeg","value":null}"#))
    }

    @Test("A bad packet is refused with the place of what is wrong")
    func defects() {
        func defect(_ bytes: [UInt8]) -> String? {
            do {
                _ = try NavdataJSON.members(of: bytes[...])
                return nil
            } catch {
                return error.description
            }
        }
        let demo = NavdataBuilder.demo(major: 2)
        #expect(defect([1, 2, 3]) == "ends within the header of 16 bytes, at byte 3")
        #expect(
            defect(NavdataBuilder(magic: 7).bytes)
                == "does not begin as navigation data do (88 77 66 55), at byte 0")
        let sizeZero = little(UInt16(43150)) + little(UInt16(0))
        #expect(
            defect(NavdataBuilder(options: [demo, sizeZero]).bytes)
                == "an option that says it has less than its own 4 bytes, at byte 164")
        let pastEnd = little(UInt16(5)) + little(UInt16(200))
        #expect(
            defect(NavdataBuilder(options: [demo, pastEnd]).bytes)
                == "an option that ends after the packet, at byte 164")
        var wrongSum = NavdataBuilder(options: [demo]).bytes
        wrongSum[20] ^= 1
        #expect(defect(wrongSum) == "the checksum is wrong, at byte 164")
        let noSum = Array(NavdataBuilder(options: [demo]).bytes.dropLast(8))
        #expect(defect(noSum) == "no checksum, at byte 164")
    }

    private struct NotAnObject: Error {}
}
