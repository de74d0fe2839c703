import ConformanceKit
import Drivers
import Glibc

// `script/rig` says so to what it runs.
let isInRig = getenv("ROOST_RIG") != nil
let run = ConformanceRun(
    drivers: allDrivers, rigs: isInRig ? kernelRigs : allRigs, onlyThoseWithRig: isInRig)
exit(try run.main(Array(CommandLine.arguments.dropFirst())))
