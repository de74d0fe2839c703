import ARDrone
import Core
import JSON

/// Every kind of driver there is: one line each.
package let allDrivers: [any DriverPlugin.Type] = [
    ARDrone.self,
    AnalogInput.self,
    Computer.self,
    GPIOInput.self,
    GPIOOutput.self,
    GPSD.self,
    HWMon.self,
    IIO.self,
    LocationReplay.self,
    NMEAGPS.self,
    DS18B20.self,
    Photoresistor.self,
    PWMDimmer.self,
    RFIDReader.self,
    Servo.self,
    SystemClock.self,
    TMP117.self,
]
