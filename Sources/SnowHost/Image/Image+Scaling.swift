extension Image {
    /// A part of the image at another size: premultiplied 0xAARRGGBB, row by row.
    ///
    /// Means are those of the light, so that a star on a dark sky stays as bright as it is.
    ///
    /// - Complexity: the pixels of the part times the shares of a pixel along a row.
    func scaled(across: ScaleAxis, down: ScaleAxis) -> [UInt32] {
        let columns = across.starts.count - 1
        let rows = down.starts.count - 1
        var scaled: [UInt32] = []
        scaled.reserveCapacity(columns * rows)
        var sum = [SIMD4<Float>](repeating: .zero, count: columns)
        // Rows that lie side by side share a source row at their border.
        var line: [SIMD4<Float>] = []
        var lineSource = -1
        for row in 0..<rows {
            for column in 0..<columns { sum[column] = .zero }
            for place in down.starts[row]..<down.starts[row + 1] {
                if down.sources[place] != lineSource {
                    lineSource = down.sources[place]
                    scale(row: lineSource, across, into: &line)
                }
                let share = down.shares[place]
                for column in 0..<columns { sum[column] += line[column] * share }
            }
            for column in 0..<columns { scaled.append(Self.pixel(ofLight: sum[column])) }
        }
        return scaled
    }

    private func scale(row: Int, _ across: ScaleAxis, into line: inout [SIMD4<Float>]) {
        line.removeAll(keepingCapacity: true)
        let first = row * width
        pixels.withUnsafeBufferPointer { pixels in
            TransferCurve.light.withUnsafeBufferPointer { light in
                for column in 0..<across.starts.count - 1 {
                    var sum = SIMD4<Float>.zero
                    for place in across.starts[column]..<across.starts[column + 1] {
                        let pixel = pixels[first + across.sources[place]]
                        sum += Self.light(of: pixel, light) * across.shares[place]
                    }
                    line.append(sum)
                }
            }
        }
    }

    /// Red, green and blue as light times opacity, and the opacity.
    @inline(__always)
    private static func light(of pixel: UInt32, _ light: UnsafeBufferPointer<Float>) -> SIMD4<Float> {
        let opacity = pixel >> 24
        if opacity == 0 { return .zero }
        let color = opacity == 255 ? pixel : straight(pixel)
        let share = Float(opacity) / 255
        return SIMD4(
            light[Int(color >> 16 & 0xFF)] * share, light[Int(color >> 8 & 0xFF)] * share,
            light[Int(color & 0xFF)] * share, share)
    }

    private static func pixel(ofLight light: SIMD4<Float>) -> UInt32 {
        guard light.w > 0.002 else { return 0 }
        let opacity = UInt32(min(light.w, 1) * 255 + 0.5)
        let color = light / light.w
        let straight =
            TransferCurve.byte(ofLight: color.x) << 16 | TransferCurve.byte(ofLight: color.y) << 8
            | TransferCurve.byte(ofLight: color.z)
        return premultiplied(opacity << 24 | straight)
    }
}
