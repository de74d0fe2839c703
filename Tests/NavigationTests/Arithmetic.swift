import Glibc
import Values

func exponential(_ number: Double) -> Double { exp(number) }

func arcsine(_ number: Double) -> Angle { .radians(asin(max(-1, min(1, number)))) }
