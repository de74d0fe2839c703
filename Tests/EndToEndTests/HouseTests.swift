import Core
import Glibc
import JSON
import Simulators
import TestSupport
import Testing
import Values

extension WorldTests {
    @Test("the door obeys a person while there is no drone, and status says what is missing")
    func doorWithoutDrone() throws {
        let home = try TestInstallation(
            configuration: DemoConfiguration.text(at: LoopbackAddress.claim()))
        let house = try SimulatedHouse(sysfs: home.sysfs, scheduler: DispatchScheduler())
        let roost = try home.start()
        for (command, isLocked) in [("lock", true), ("unlock", false), ("lock", true)] {
            let sent = try home.run("send", command)
            #expect(sent.end == .exited(0), "\(sent.errors)")
            #expect(
                eventually {
                    house.truth.isLatchContactClosed == isLocked
                        && (house.truth.boltPosition > 0.95) == isLocked
                }, "\(command): \(house.truth)")
        }
        #expect(try home.run("send", "auto").end == .exited(0))

        let takeOff = try home.run("send", "takeoff")
        #expect(takeOff.end == .exited(1))
        #expect(takeOff.errors.contains("take-off refused"))
        for (words, hint) in [
            (["target", "91", "0"], "target.latitude: expected a number from -90 to 90"),
            (["target", "52,5", "13,4"], "target.latitude: expected a number"),
            (["target", "52.5", "nan"], "target.longitude: expected a number"),
            (["target", "52.5"], "target.longitude: missing"),
            (["target", "52.5", "13.4", "--altitude", "0.4"], "\"0.4m\" is out of range"),
            (["landd"], "Did you mean \"land\"?"), (["land", "now"], "no argument for \"now\""),
            (["door", "land"], "door takes no request \"land\""),
        ] {
            let refused = try finished(
                RoostProcess(["send"] + words + ["--runtime", home.runtime]))
            #expect(refused.end == .exited(2), "\(words)")
            #expect(refused.errors.contains(hint), "\(refused.errors)")
        }
        let help = try home.run("send", "--list")
        #expect(help.end == .exited(0))
        #expect(help.output.contains("target LATITUDE LONGITUDE [ALTITUDE]"))

        try home.waitForStatus("calls the drone absent") { $0.linkState == "absent" }
        let status = try home.run("status")
        #expect(status.end == .exited(0))
        #expect(status.output.contains("the drone is absent"))
        let drone = try home.run("status", "drone")
        #expect(drone.end == .exited(0))
        #expect(drone.output.hasPrefix("drone (driver ardrone): running\n"))
        #expect(drone.output.contains("the drone is absent; read by pilot\n"))
        try home.waitForTicks(4, of: "door")
        #expect(roost.end == nil)
        house.stop()
    }

    @Test("a door that a file has made ill is left by the configuration that makes it well")
    func illDoor() throws {
        let address = try LoopbackAddress.claim()
        let good = try DemoConfiguration.text(at: address)
        let swapped = good.replacing(
            "\"latch\": \"latch\", \"flap\": \"flap\"",
            with: "\"latch\": \"flap\", \"flap\": \"latch\"")
        try #require(swapped != good)
        let home = try TestInstallation(configuration: swapped)
        let house = try SimulatedHouse(sysfs: home.sysfs, scheduler: DispatchScheduler())
        let roost = try home.start()
        // Its bolt is back, and the flap that it takes for the switch of the bolt says that it is out.
        try home.waitForStatus("is stuck", within: .seconds(40)) {
            $0.policy("door")?.details?["alerts"]?.line.contains("bolt-stuck-out") == true
        }
        try home.directory.write("good.json", good)
        #expect(
            try eventually(within: .seconds(20), every: .seconds(1)) {
                try home.run("apply", "\(home.directory.path)/good.json").end == .exited(0)
            })
        // Should it be night: what the other switch said of a flap counts on, so it may not lock for a minute.
        try home.waitForStatus("is well", within: .seconds(20)) {
            $0.policy("door")?.details?["position"] == "unlocked"
        }
        // The way back is closed: by the switches of the ill one somebody stands in the flap.
        try home.directory.write("ill.json", swapped)
        let back = try home.run("apply", "\(home.directory.path)/ill.json")
        #expect(
            back.end == .exited(1) && back.errors.contains("somebody may be in the flap"), "\(back)"
        )
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(40)) == .exited(0), "\(roost.errors)")
        house.stop()
    }

    @Test(
        "a change by day that makes the door ill is taken back by itself"
    )
    func takenBack() throws {
        let good = try DemoConfiguration.text(at: LoopbackAddress.claim())
        let lying = good.replacing(
            "\"line\": \"sysfs:17\"", with: "\"line\": \"sysfs:17\", \"active_low\": true")
        try #require(lying != good)
        let home = try TestInstallation(configuration: good)
        let house = try SimulatedHouse(sysfs: home.sysfs, scheduler: DispatchScheduler())
        let roost = try home.start()
        try home.waitForStatus("is open", within: .seconds(20)) {
            $0.policy("door")?.details?["state"] == "unlocked"
        }
        try home.directory.write("lying.json", lying)
        let apply = try home.run("apply", "\(home.directory.path)/lying.json")
        #expect(apply.end == .exited(0), "\(apply)")
        // By its switch a hand has pushed the bolt out, and it does not come back.
        #expect(
            eventually(within: .seconds(90)) { roost.errors.contains("taken back") },
            "\(roost.errors)")
        try home.waitForStatus("is open again", within: .seconds(30)) {
            $0.policy("door")?.details?["state"] == "unlocked"
        }
        #expect(!house.truth.isLatchContactClosed)
        #expect(roost.end == nil)
        house.stop()
    }

    @Test("devices that are missing at the start are taken up when they appear")
    func lateDevices() throws {
        let home = try TestInstallation(
            configuration: DemoConfiguration.text(at: LoopbackAddress.claim()))
        let roost = try home.start()
        try home.waitForStatus("says what is missing") { status in
            let sensors = ["outside", "twilight"].compactMap { status.driver($0)?.sources.values }
            return ["bolt", "latch"].allSatisfy { status.driver($0)?.state == .backoff }
                && sensors.joined().allSatisfy { $0.quality == .absent }
        }
        let schema = try JSONSchema(projectFile("docs/status.schema.json"))
        #expect(schema.problems(of: try home.statusJSON()) == [])
        let before = try home.status()
        #expect(
            before.driver("bolt")?.lastError?.text.contains("no PWM chip \"fe20c000.pwm\"") == true)
        #expect(before.driver("latch")?.lastError?.text.contains(home.sysfs) == true)

        let house = try SimulatedHouse(sysfs: home.sysfs, scheduler: DispatchScheduler())
        try home.waitForStatus("runs all devices", within: .seconds(60)) { status in
            let devices = ["outside", "twilight", "bolt", "latch"].compactMap(status.driver)
            return devices.allSatisfy { $0.state == .running }
                && devices.flatMap(\.sources.values).allSatisfy { $0.quality == .good }
        }
        #expect(schema.problems(of: try home.statusJSON()) == [])
        #expect(try home.run("send", "unlock").end == .exited(0))
        #expect(eventually { !house.truth.isLatchContactClosed })
        #expect(roost.end == nil)
        house.stop()
    }

    @Test("killed with its bolt out, park pulls it back; a person's unlock outlives the next kill")
    func nobodyInCharge() throws {
        let home = try TestInstallation(
            configuration: DemoConfiguration.text(at: LoopbackAddress.claim()).replacing(
                "\"speed\": \"400deg/s\"",
                with: "\"speed\": \"400deg/s\", \"on_lease_end\": \"safe_angle\", "
                    + "\"safe_angle\": \"65deg\""))
        let house = try SimulatedHouse(sysfs: home.sysfs, scheduler: DispatchScheduler())
        let first = try home.start()
        #expect(try home.run("send", "lock").end == .exited(0))
        try #require(eventually { house.truth.boltPosition > 0.95 }, "\(house.truth)")
        try kill(first)
        #expect(house.truth.boltPosition > 0.95)
        let park = try home.run("park", home.configuration)
        #expect(park.end == .exited(0), "\(park.errors)")
        #expect(eventually { house.truth.boltPosition < 0.05 }, "\(house.truth)")

        let second = try home.start()
        #expect(try home.run("send", "unlock").end == .exited(0))
        let isKept = eventually { home.memory(of: "door").contains("\"mode\":\"open\"") }
        #expect(isKept, "\(home.memory(of: "door"))")
        try kill(second)
        let third = try home.start()
        try home.waitForStatus("remembers the unlock") {
            $0.reason(of: "door").contains("unlocked as asked")
        }
        #expect(third.end == nil)
        house.stop()
    }

    private func kill(_ roost: RoostProcess) throws {
        roost.send(signal: SIGKILL)
        #expect(try roost.wait() == .killed(signal: SIGKILL))
    }
}
