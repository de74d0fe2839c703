import Values

/// Missions as people read them.

extension MissionAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .takeOff(let metres): "take off to \(metresText(metres))"
        case .goTo(let waypoint): "go to \(waypoint)"
        case .hover(let duration): "hover for \(text(of: duration))"
        case .turn(.to(let angle)): "turn to \(shortText(of: angle.degrees))°"
        case .turn(.by(let angle)): "turn by \(shortText(of: angle.degrees))°"
        case .pointAt(let position): "point at \(position)"
        case .pointAhead: "point ahead"
        case .photograph: "take a photograph"
        case .follow(let following):
            "follow for \(text(of: following.duration)) at \(metresText(following.standoffMetres))"
        case .figure(let figure): "\(figure)"
        case .returnHome: "return home and land"
        case .land(let position): position.map { "land at \($0)" } ?? "land"
        }
    }
}

extension Waypoint: CustomStringConvertible {
    package var description: String {
        let stay = hold > .zero ? ["stay \(text(of: hold))"] : []
        return (["\(position)"] + motionTexts(altitudeMetres, metresPerSecond) + stay)
            .joined(separator: ", ")
    }
}

extension Figure: CustomStringConvertible {
    package var description: String {
        let direction = isClockwise ? "clockwise" : "anticlockwise"
        let circle =
            "circle \(shortText(of: turns)) times \(direction), \(metresText(radiusMetres)) around"
        return (["\(circle) \(center)"] + motionTexts(altitudeMetres, metresPerSecond))
            .joined(separator: ", ")
    }
}

private func motionTexts(_ altitudeMetres: Double?, _ metresPerSecond: Double?) -> [String] {
    [
        altitudeMetres.map { "\(metresText($0)) high" },
        metresPerSecond.map { "\(roundedText(of: $0, digits: 3)) m/s" },
    ].compactMap { $0 }
}

/// "4 m", "176.4 m", "9876 km".
func metresText(_ metres: Double) -> String {
    guard abs(metres) >= 10_000 else { return "\(roundedText(of: metres, digits: 4)) m" }
    return "\(fixedText(of: metres / 1000, decimals: 0)) km"
}
