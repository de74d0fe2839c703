/// What a sensor says, in one of two forms, whatever type its own value has: for who knows the name and the quantity of an
/// input, and not the device behind it.
package enum Reading: DeviceValue {
    case measurement(Measurement)
    case contact(Contact)

    package static let kind = "reading"

    package var measurement: Measurement? {
        guard case .measurement(let measurement) = self else { return nil }
        return measurement
    }

    package var contact: Contact? {
        guard case .contact(let contact) = self else { return nil }
        return contact
    }

    package var description: String {
        switch self {
        case .measurement(let measurement): measurement.description
        case .contact(let contact): contact.description
        }
    }

    private enum CodingKeys: CodingKey {
        case isActive
    }

    /// As the value itself is written.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .measurement(let measurement): try measurement.encode(to: encoder)
        case .contact(let contact): try contact.encode(to: encoder)
        }
    }

    package init(from decoder: any Decoder) throws {
        let isContact = try decoder.container(keyedBy: CodingKeys.self).contains(.isActive)
        self =
            isContact
            ? .contact(try Contact(from: decoder)) : .measurement(try Measurement(from: decoder))
    }
}

/// A value that has a number of a quantity in it.
package protocol Measurable: DeviceValue {
    /// Those that it may have.
    static var quantities: Set<Measurement.Quantity> { get }

    /// As a measurement of one of these; `nil` where it has none of them. A list, since a few are looked through sooner than a
    /// set is hashed.
    func measurement(of wanted: [Measurement.Quantity]) -> Measurement?
}

extension Measurement: Measurable {
    package static var quantities: Set<Quantity> { Set(Quantity.allCases) }

    package func measurement(of wanted: [Quantity]) -> Measurement? {
        wanted.contains(quantity) ? self : nil
    }
}

extension Temperature: Measurable {
    package static var quantities: Set<Measurement.Quantity> { [.temperature] }

    package func measurement(of wanted: [Measurement.Quantity]) -> Measurement? {
        Measurement(.temperature, celsius)
    }
}

extension LightLevel: Measurable {
    package static var quantities: Set<Measurement.Quantity> { [.ratio, .light] }

    package func measurement(of wanted: [Measurement.Quantity]) -> Measurement? {
        if wanted.contains(.ratio) { return Measurement(.ratio, ratio) }
        return approximateLux.flatMap { Measurement(.light, $0) }
    }
}

extension Level: Measurable {
    package static var quantities: Set<Measurement.Quantity> { [.ratio] }

    package func measurement(of wanted: [Measurement.Quantity]) -> Measurement? {
        Measurement(.ratio, ratio)
    }
}

/// The temperature of its processor.
extension ComputerState: Measurable {
    package static var quantities: Set<Measurement.Quantity> { [.temperature] }

    package func measurement(of wanted: [Measurement.Quantity]) -> Measurement? {
        celsius.flatMap { Measurement(.temperature, $0) }
    }
}
