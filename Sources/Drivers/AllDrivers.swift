import ARDrone
import Core

/// Every kind of driver there is: one line each.
package let allDrivers: [AnyDriverPlugin] = [
    AnyDriverPlugin(ARDrone.self),
    AnyDriverPlugin(AnalogInput.self),
    AnyDriverPlugin(GPIOInput.self),
    AnyDriverPlugin(GPIOOutput.self),
    AnyDriverPlugin(GPSD.self),
    AnyDriverPlugin(HWMon.self),
    AnyDriverPlugin(IIO.self),
    AnyDriverPlugin(LocationReplay.self),
    AnyDriverPlugin(NMEAGPS.self),
    AnyDriverPlugin(DS18B20.self),
    AnyDriverPlugin(Photoresistor.self),
    AnyDriverPlugin(PWMDimmer.self),
    AnyDriverPlugin(Servo.self),
]
