import Core
import DroneNavigation
import JSON
import Simulators
import Testing
import Values

/// A person with a phone is followed, in virtual time, by the policy itself.
@Suite("Following") struct FollowTests {
    @Test("a person who walks is followed at the distance asked for, on the side where it was")
    func walk() throws {
        for walk in [
            PlaneVector(east: 1, north: 0), PlaneVector(east: 0, north: -1),
            PlaneVector(east: 0, north: 1),
        ] {
            let wind = Wind(speedMetresPerSecond: 2, towards: .degrees(90))
            var flight = try PilotFlight.following(wind: wind)
            try #require(flight.code == "following", "\(flight.words)")
            flight.walk = walk
            var (nearest, farthest) = (Double.infinity, 0.0)
            flight.fly(for: .seconds(25)) {
                nearest = min(nearest, $0.distanceMetres)
                farthest = max(farthest, $0.distanceMetres)
                return $0.code != "following"
            }
            #expect(flight.code == "following", "\(flight.words)")
            #expect(nearest > 8 && farthest < 17, "\(walk): \(nearest)...\(farthest)")
            flight.walk = .zero
            flight.fly(for: .seconds(10))
            #expect(abs(flight.distanceMetres - 12) < 2.5, "\(flight.distanceMetres)")
            #expect(abs(flight.side.degrees) < 20, "\(flight.side)")
        }
    }

    @Test("of a leader who leaves the fence it stays inside, and goes on along it")
    func fence() throws {
        var flight = try PilotFlight.following(["fence_radius": "20m"])
        flight.walk = PlaneVector(east: 0.2, north: -1)
        var farthest = 0.0
        flight.fly(for: .seconds(40)) {
            farthest = max(farthest, $0.world.place.length)
            return $0.code != "following"
        }
        #expect(flight.words.contains("a fence keeps it from going on"), "\(flight.words)")
        #expect(farthest > 16 && farthest < 20, "\(farthest)")
    }

    @Test("pressed against the fence it hovers, and does not fly towards its leader")
    func pressed() throws {
        var flight = try PilotFlight.following(["fence_radius": "20m"], south: 5)
        flight.walk = PlaneVector(east: 0, north: 1)
        flight.fly(for: .seconds(15))
        flight.walk = PlaneVector(east: 0.5, north: 0)
        var (farthest, fastest) = (0.0, 0.0)
        flight.fly(for: .seconds(10)) {
            farthest = max(farthest, $0.world.place.length)
            fastest = max(fastest, $0.world.speedMetresPerSecond)
            return $0.code != "following"
        }
        #expect(farthest < 20 && fastest < 1, "\(farthest) \(fastest): \(flight.words)")
    }

    @Test("without its leader it hovers after 3 s, flies home after 12 s more, and lands there")
    func silent() throws {
        var flight = try PilotFlight.following()
        flight.leader = nil
        let lost = flight.world.now
        flight.fly(for: .seconds(10)) { $0.code == "paused-leader-lost" }
        #expect((flight.world.now - lost).seconds <= 4.1, "\(flight.words)")
        let hovers = flight.world.now
        flight.fly(for: .seconds(20)) { $0.code == "returning-leader-lost" }
        #expect(abs((flight.world.now - hovers).seconds - 12) < 0.2, "\(flight.words)")
        flight.fly(for: .seconds(60)) { $0.code == "landed-leader-lost" }
        #expect(flight.code == "landed-leader-lost")
        #expect(flight.world.place.length < 3, "\(flight.world.place)")
    }

    @Test("one that is heard of again in time is followed on")
    func heardAgain() throws {
        var flight = try PilotFlight.following()
        let leader = flight.leader
        flight.leader = nil
        flight.fly(for: .seconds(6))
        #expect(flight.code == "paused-leader-lost")
        flight.leader = leader
        flight.fly(for: .seconds(5))
        #expect(flight.code == "following", "\(flight.words)")
    }

    @Test("somebody who walks up to it keeps their distance: it goes back before them")
    func retreat() throws {
        var flight = try PilotFlight.following()
        flight.walk = flight.towardsDrone * 1.2
        var nearest = Double.infinity
        flight.fly(for: .seconds(10)) {
            nearest = min(nearest, $0.distanceMetres)
            return false
        }
        #expect(nearest > 5, "\(nearest)")
    }

    @Test("it never flies towards somebody who runs up to it and past below it")
    func passes() throws {
        var flight = try PilotFlight.following()
        flight.walk = flight.towardsDrone * 3
        var (approached, last) = (0.0, flight.world.place)
        let way = flight.towardsDrone
        let look: (PilotFlight) -> Void = {
            let moved = $0.world.place - last
            last = $0.world.place
            if $0.distanceMetres < 8 { approached += max(0, moved.dot($0.towardsDrone) * -1) }
        }
        // They stop 2.5 m beyond it.
        flight.fly(for: .seconds(30)) {
            look($0)
            return $0.towardsDrone.dot(way) * $0.distanceMetres < -2.5
        }
        flight.walk = .zero
        flight.fly(for: .seconds(20)) {
            look($0)
            return false
        }
        #expect(approached < 1.5, "\(approached)")
        #expect(abs(flight.distanceMetres - 12) < 2.5, "\(flight.distanceMetres)")
    }

    @Test("it does not take off to follow somebody of whom nothing is heard")
    func noLeader() throws {
        var flight = try PilotFlight()
        flight.fly(for: .seconds(5))
        flight.ask(.follow(metres: 12))
        flight.ask(.takeOff)
        flight.fly(for: .milliseconds(100))
        #expect(flight.words.contains("nothing was heard of it"), "\(flight.words)")
        #expect(!flight.world.isMotorOn)
    }

    @Test("a mission follows for its time, and goes on")
    func mission() throws {
        let text = """
            {"roost_mission": 1, "items": [{"do": "take-off", "altitude": "2m"},
            {"do": "follow", "for": "20s", "distance": "12m"}, {"do": "return"}]}
            """
        let file: JSONValue = ["file": "walk.json", "text": .string(text)]
        var flight = try PilotFlight(["mission": file])
        flight.leader = PlaneVector(east: 15, north: 0)
        flight.fly(for: .seconds(5))
        flight.ask(.takeOff)
        flight.fly(for: .seconds(20)) { $0.code == "following" }
        #expect(flight.words.contains("item 2 of 3 of walk.json"), "\(flight.words)")
        let began = flight.world.now
        flight.fly(for: .seconds(40)) { $0.code != "following" }
        #expect(abs((flight.world.now - began).seconds - 20) < 0.2, "\(flight.words)")
        flight.fly(for: .seconds(60)) { $0.code.hasPrefix("landed") }
        #expect(flight.code == "landed-mission-done", "\(flight.words)")
        #expect(flight.world.place.length < 3, "\(flight.world.place)")
    }
}
