import FuzzTargets
import Glibc

/// What libFuzzer calls with each input that it makes up, guided by the code that earlier ones
/// reached (https://llvm.org/docs/LibFuzzer.html). `ROOST_FUZZ_TARGET` names the reader.
@_cdecl("LLVMFuzzerTestOneInput")
package func readGuided(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    var repaired = input
    guidedTarget.repair(&repaired)
    do {
        _ = try guidedTarget.read(input)
        if repaired != input { _ = try guidedTarget.read(repaired) }
    } catch {
        print("FOUND \(error)")
        // How libFuzzer is told: it keeps the input.
        abort()
    }
    return 0
}

/// Looked up once, at the first input.
private let guidedTarget: FuzzTarget = {
    let name = getenv("ROOST_FUZZ_TARGET").map { String(cString: $0) }
    guard let target = allFuzzTargets.first(where: { $0.name == name }) else {
        print("targets: \(allFuzzTargets.map(\.name).joined(separator: " "))")
        exit(2)
    }
    return target
}()
