import Values

/// The mean lowest and highest temperature of each month in a city, in °C.
///
/// Source: the monthly means of michaelx/climate (climate.json, from days of several years of Forecast.io); Berlin's are those
/// of the German weather service, 1991 to 2020.
package struct MonthlyAir: Sendable {
    package let city: String
    let place: Position
    let months: [(low: Double, high: Double)]

    /// A city farther away says nothing about the air: 500 km, as far as weather is much the same.
    private static let nearMetres = 500_000.0

    private init(
        _ city: String, _ latitude: Double, _ longitude: Double, lows: [Double], highs: [Double]
    ) {
        self.city = city
        place = Position(latitude: latitude, longitude: longitude) ?? .origin
        months = Array(zip(lows, highs)).map { (low: $0, high: $1) }
    }

    static func nearest(to place: Position) -> MonthlyAir? {
        let near = all.map { (city: $0, metres: $0.place.distanceMetres(to: place)) }
        return near.filter { $0.metres <= nearMetres }.min { $0.metres < $1.metres }?.city
    }

    static let all: [MonthlyAir] = [
        MonthlyAir(
            "Berlin", 52.52, 13.405, lows: [-2, -2, -1, 4, 9, 12, 14, 14, 11, 6, 2, 0],
            highs: [3, 4, 9, 13, 19, 22, 24, 24, 19, 13, 7, 4]),
        MonthlyAir(
            "Oslo", 59.91, 10.75, lows: [-4, -4, -3, 2, 7, 11, 13, 13, 9, 4, 0, -4],
            highs: [0, 2, 5, 10, 16, 20, 22, 22, 16, 10, 4, 1]),
        MonthlyAir(
            "Stockholm", 59.33, 18.07, lows: [-4, -5, -3, 1, 5, 10, 12, 11, 7, 3, -1, -4],
            highs: [1, 1, 5, 10, 16, 20, 22, 21, 16, 10, 4, 1]),
        MonthlyAir(
            "Saint Petersburg", 59.94, 30.31, lows: [-8, -10, -6, 0, 5, 10, 13, 11, 7, 2, -3, -7],
            highs: [-2, -2, 3, 10, 15, 20, 23, 21, 15, 9, 2, -1]),
        MonthlyAir(
            "Reykjavik", 64.15, -21.94, lows: [-2, -3, -2, 1, 4, 7, 9, 8, 6, 3, 0, -2],
            highs: [4, 3, 4, 6, 10, 13, 14, 14, 11, 8, 5, 4]),
        MonthlyAir(
            "Dublin", 53.35, -6.26, lows: [2, 2, 3, 4, 7, 9, 11, 11, 9, 7, 4, 2],
            highs: [7, 8, 9, 11, 15, 17, 19, 18, 16, 13, 9, 7]),
        MonthlyAir(
            "London", 51.51, -0.13, lows: [5, 5, 6, 7, 10, 13, 15, 15, 13, 10, 7, 5],
            highs: [9, 10, 12, 15, 18, 21, 23, 23, 20, 16, 12, 9]),
        MonthlyAir(
            "Paris", 48.86, 2.35, lows: [2, 1, 3, 5, 9, 12, 13, 13, 11, 8, 4, 1],
            highs: [7, 8, 12, 15, 19, 23, 24, 24, 21, 16, 10, 7]),
        MonthlyAir(
            "Zurich", 47.37, 8.54, lows: [-2, -2, 1, 3, 8, 11, 13, 13, 9, 6, 1, -1],
            highs: [4, 6, 11, 15, 20, 23, 25, 25, 20, 15, 8, 4]),
        MonthlyAir(
            "Vienna", 48.21, 16.37, lows: [-3, -2, 1, 5, 9, 13, 14, 14, 10, 6, 2, -2],
            highs: [3, 6, 10, 16, 21, 24, 26, 26, 21, 15, 8, 3]),
        MonthlyAir(
            "Warsaw", 52.23, 21.01, lows: [-4, -4, -1, 3, 8, 11, 14, 13, 9, 4, 0, -3],
            highs: [2, 3, 7, 14, 20, 22, 25, 24, 18, 13, 6, 2]),
        MonthlyAir(
            "Rome", 41.9, 12.5, lows: [3, 3, 6, 8, 13, 17, 19, 19, 16, 12, 8, 4],
            highs: [13, 14, 17, 19, 24, 29, 32, 32, 27, 23, 17, 13]),
        MonthlyAir(
            "Madrid", 40.42, -3.7, lows: [2, 3, 5, 7, 11, 16, 18, 18, 15, 10, 5, 3],
            highs: [11, 13, 17, 18, 23, 29, 33, 32, 27, 20, 14, 11]),
        MonthlyAir(
            "Athens", 37.98, 23.73, lows: [7, 7, 8, 11, 15, 19, 22, 22, 19, 15, 11, 8],
            highs: [12, 12, 14, 18, 22, 26, 28, 28, 25, 21, 17, 13]),
        MonthlyAir(
            "Moscow", 55.76, 37.62, lows: [-9, -11, -6, 1, 6, 11, 13, 11, 6, 2, -5, -8],
            highs: [-4, -4, 3, 11, 17, 22, 24, 22, 15, 8, 0, -3]),
        MonthlyAir(
            "Jerusalem", 31.77, 35.21, lows: [5, 5, 7, 10, 14, 17, 19, 19, 17, 15, 11, 7],
            highs: [12, 13, 16, 22, 26, 28, 30, 30, 28, 26, 20, 15]),
        MonthlyAir(
            "Calgary", 51.05, -114.07, lows: [-14, -12, -9, -2, 2, 7, 10, 8, 4, -2, -8, -12],
            highs: [-1, 2, 5, 13, 17, 21, 25, 24, 20, 13, 5, 1]),
        MonthlyAir(
            "Montreal", 45.5, -73.57, lows: [-14, -13, -7, 0, 7, 13, 15, 14, 10, 4, -2, -9],
            highs: [-4, -2, 3, 12, 20, 26, 27, 26, 22, 14, 7, 0]),
        MonthlyAir(
            "Boston", 42.36, -71.06, lows: [-4, -4, -1, 4, 9, 14, 17, 17, 14, 8, 3, -2],
            highs: [4, 4, 7, 12, 18, 23, 26, 25, 22, 16, 11, 6]),
        MonthlyAir(
            "Chicago", 41.88, -87.63, lows: [-6, -4, 0, 6, 11, 16, 20, 19, 15, 9, 3, -4],
            highs: [1, 4, 10, 17, 22, 26, 29, 28, 25, 18, 11, 3]),
        MonthlyAir(
            "Denver", 39.74, -104.99, lows: [-15, -13, -8, -2, 5, 9, 14, 12, 7, -1, -6, -11],
            highs: [8, 9, 15, 18, 22, 29, 33, 30, 27, 18, 11, 7]),
        MonthlyAir(
            "Seattle", 47.61, -122.33, lows: [1, 0, 1, 3, 6, 8, 10, 10, 7, 5, 2, 0],
            highs: [8, 10, 13, 16, 20, 23, 26, 26, 24, 17, 11, 8]),
        MonthlyAir(
            "San Francisco", 37.77, -122.42, lows: [5, 6, 7, 8, 10, 12, 13, 13, 12, 10, 7, 6],
            highs: [15, 16, 19, 19, 21, 23, 22, 23, 25, 22, 18, 15]),
        MonthlyAir(
            "Los Angeles", 34.05, -118.24, lows: [9, 9, 11, 12, 14, 16, 18, 18, 17, 15, 11, 9],
            highs: [20, 19, 19, 21, 21, 23, 24, 25, 25, 24, 22, 20]),
        MonthlyAir(
            "Atlanta", 33.75, -84.39, lows: [2, 3, 7, 11, 16, 20, 22, 22, 18, 12, 7, 2],
            highs: [12, 14, 19, 23, 27, 30, 31, 32, 28, 23, 18, 13]),
        MonthlyAir(
            "Dallas", 32.78, -96.8, lows: [4, 6, 10, 14, 19, 23, 25, 25, 21, 15, 9, 5],
            highs: [15, 18, 21, 26, 30, 33, 36, 36, 32, 27, 20, 16]),
        MonthlyAir(
            "Miami", 25.76, -80.19, lows: [16, 16, 18, 20, 22, 24, 25, 25, 25, 23, 20, 17],
            highs: [26, 26, 28, 29, 31, 32, 33, 33, 32, 30, 28, 26]),
        MonthlyAir(
            "Mexico City", 19.43, -99.13, lows: [6, 8, 9, 12, 13, 14, 13, 13, 13, 11, 8, 6],
            highs: [22, 24, 26, 27, 27, 25, 24, 24, 23, 23, 22, 22]),
        MonthlyAir(
            "Brasilia", -15.79, -47.88, lows: [21, 21, 21, 20, 17, 15, 15, 17, 19, 21, 21, 21],
            highs: [31, 31, 31, 31, 30, 30, 30, 32, 33, 33, 31, 30]),
        MonthlyAir(
            "Sao Paulo", -23.55, -46.63, lows: [20, 20, 20, 18, 15, 14, 13, 14, 15, 17, 17, 19],
            highs: [29, 29, 28, 27, 24, 24, 23, 25, 25, 27, 27, 28]),
        MonthlyAir(
            "Santiago", -33.45, -70.67, lows: [12, 12, 10, 7, 5, 4, 2, 4, 5, 7, 9, 11],
            highs: [31, 30, 28, 24, 20, 17, 16, 18, 20, 24, 27, 29]),
        MonthlyAir(
            "Buenos Aires", -34.6, -58.38, lows: [21, 20, 19, 15, 12, 9, 8, 9, 11, 14, 17, 19],
            highs: [29, 28, 26, 22, 19, 16, 15, 17, 19, 22, 25, 28]),
        MonthlyAir(
            "Cape Town", -33.92, 18.42, lows: [16, 16, 15, 12, 10, 8, 7, 8, 9, 11, 13, 15],
            highs: [28, 29, 27, 25, 22, 19, 19, 19, 21, 23, 25, 27]),
        MonthlyAir(
            "Johannesburg", -26.2, 28.05, lows: [14, 14, 13, 10, 6, 3, 3, 5, 9, 11, 12, 14],
            highs: [26, 26, 25, 23, 20, 18, 18, 21, 25, 26, 26, 26]),
        MonthlyAir(
            "Dubai", 25.2, 55.27, lows: [15, 16, 18, 21, 25, 28, 30, 31, 28, 24, 20, 17],
            highs: [24, 25, 28, 33, 38, 40, 41, 41, 39, 36, 31, 26]),
        MonthlyAir(
            "New Delhi", 28.61, 77.21, lows: [8, 11, 16, 21, 26, 28, 27, 27, 25, 19, 13, 8],
            highs: [20, 24, 30, 37, 40, 38, 35, 34, 34, 33, 28, 23]),
        MonthlyAir(
            "Bangkok", 13.76, 100.5, lows: [23, 24, 26, 27, 27, 26, 26, 26, 25, 25, 24, 22],
            highs: [33, 33, 34, 35, 34, 34, 33, 33, 33, 33, 33, 33]),
        MonthlyAir(
            "Singapore", 1.35, 103.82, lows: [24, 24, 25, 25, 25, 25, 25, 25, 25, 25, 24, 24],
            highs: [30, 32, 32, 32, 32, 32, 31, 31, 32, 32, 31, 30]),
        MonthlyAir(
            "Hong Kong", 22.32, 114.17, lows: [12, 13, 16, 20, 24, 26, 26, 26, 25, 23, 18, 14],
            highs: [18, 19, 21, 25, 29, 31, 32, 32, 31, 28, 25, 21]),
        MonthlyAir(
            "Beijing", 39.9, 116.41, lows: [-9, -5, 1, 8, 14, 19, 22, 21, 15, 7, -1, -6],
            highs: [2, 6, 13, 21, 27, 31, 32, 31, 26, 20, 10, 4]),
        MonthlyAir(
            "Seoul", 37.57, 126.98, lows: [-6, -4, 2, 8, 13, 18, 22, 22, 17, 10, 3, -3],
            highs: [2, 5, 11, 18, 23, 27, 29, 30, 26, 20, 12, 5]),
        MonthlyAir(
            "Tokyo", 35.68, 139.69, lows: [-1, 0, 3, 8, 13, 18, 22, 23, 19, 13, 6, 1],
            highs: [10, 11, 14, 20, 24, 27, 31, 32, 28, 22, 17, 12]),
        MonthlyAir(
            "Brisbane", -27.47, 153.03, lows: [21, 21, 19, 16, 13, 10, 8, 9, 12, 15, 17, 19],
            highs: [29, 29, 28, 26, 24, 21, 21, 22, 24, 26, 27, 28]),
        MonthlyAir(
            "Canberra", -35.28, 149.13, lows: [13, 13, 10, 6, 3, 1, 0, 1, 3, 6, 9, 11],
            highs: [28, 28, 25, 21, 17, 13, 12, 14, 17, 20, 23, 26]),
        MonthlyAir(
            "Melbourne", -37.81, 144.96, lows: [14, 14, 12, 9, 7, 6, 5, 5, 6, 8, 10, 12],
            highs: [25, 26, 24, 20, 17, 15, 14, 15, 17, 20, 22, 24]),
        MonthlyAir(
            "Auckland", -36.85, 174.76, lows: [16, 16, 15, 13, 11, 9, 8, 8, 10, 11, 13, 15],
            highs: [23, 24, 22, 20, 17, 15, 14, 15, 16, 18, 19, 21]),
        MonthlyAir(
            "Wellington", -41.29, 174.78, lows: [14, 15, 14, 12, 11, 9, 8, 8, 9, 10, 11, 13],
            highs: [19, 19, 18, 16, 14, 12, 11, 12, 13, 14, 16, 18]),
    ]
}
