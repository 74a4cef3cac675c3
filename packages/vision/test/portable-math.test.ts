import { describe, expect, test } from 'vitest'
import { expOf, logOf } from '../src/portable-math.ts'

describe('exp and log of plain arithmetic', () => {
  test('agree with the engine to fourteen digits', () => {
    for (let i = 0; i <= 20_000; i++) {
      const x = -i * 0.01
      expect(Math.abs(expOf(x) / Math.exp(x) - 1)).toBeLessThan(2e-14)
      const y = 1e-12 * 1.003 ** i
      expect(Math.abs(logOf(y) - Math.log(y))).toBeLessThan(1e-14 * Math.max(1, Math.abs(Math.log(y))))
    }
  })

  test('take the ends of their range', () => {
    expect([expOf(0), expOf(-700), expOf(-1e9)]).toEqual([1, 0, 0])
    expect(expOf(-699)).toBeGreaterThan(0)
    expect(logOf(1)).toBe(0)
    expect(logOf(1e-280)).toBeCloseTo(Math.log(1e-280), 10)
  })
})
