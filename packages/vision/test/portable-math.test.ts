import { describe, expect, test } from 'vitest'
import { expOf, logOf } from '../src/portable-math.ts'

describe('exp and log of plain arithmetic', () => {
  test('agree with the engine to fourteen digits', () => {
    let worst = 0
    for (let i = 0; i <= 20_000; i++) {
      const x = -i * 0.01
      const y = 1e-12 * 1.003 ** i
      worst = Math.max(worst, Math.abs(expOf(x) / Math.exp(x) - 1))
      worst = Math.max(worst, Math.abs(logOf(y) - Math.log(y)) / Math.max(1, Math.abs(Math.log(y))))
    }
    expect(worst).toBeLessThan(2e-14)
  })

  test('take the ends of their range', () => {
    expect([expOf(0), expOf(-700), expOf(-1e9)]).toEqual([1, 0, 0])
    expect(expOf(-699)).toBeGreaterThan(0)
    expect(logOf(1)).toBe(0)
    expect(logOf(1e-280)).toBeCloseTo(Math.log(1e-280), 10)
  })
})
