/// What is broken in a simulated house.
package struct HouseFaults: Equatable, Sendable {
    package enum Thermometer: Equatable, Sendable {
        /// Pulled out, but the kernel still lists it: reads are empty.
        case unplugged
        /// The bus is shorted: nine zero bytes, whose checksum is right.
        case shorted
        /// Lost its supply and never converted: the power-on value, 85 °C.
        case poweredOn
    }

    package var thermometer: Thermometer?
    /// The photoresistor is unplugged: nothing pulls the converter's input up.
    package var isLightSensorUnplugged = false
    /// The latch is jammed: the bolt stays where it is, whatever the servo wants.
    package var isLatchJammed = false
    /// Ice holds the bolt at this place, whichever way it goes: 0 is fully back, 1 fully out.
    package var boltHeldAt: Double?
    /// The flap's contact is wired the wrong way round.
    package var isFlapReversed = false

    package init() {}
}
