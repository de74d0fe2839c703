import Core

/// Every kind of driver there is: one line each.
package let allDrivers: [DriverKind] = [
    DriverKind(ARDrone.self),
    DriverKind(GPIOInput.self),
    DriverKind(GPIOOutput.self),
    DriverKind(GPSD.self),
    DriverKind(LocationReplay.self),
    DriverKind(NMEAGPS.self),
    DriverKind(DS18B20.self),
    DriverKind(Photoresistor.self),
    DriverKind(Servo.self),
]
