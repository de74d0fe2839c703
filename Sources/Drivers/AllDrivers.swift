import Core

/// Every kind of driver there is: one line each.
package let allDrivers: [DriverKind] = [
    DriverKind(GPSD.self),
    DriverKind(LocationReplay.self),
]
