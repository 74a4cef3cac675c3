import { describe, expect, test } from 'vitest'
import { portableExp, portableLog } from './portable-math.ts'

describe('portable exp and log', () => {
  test('agree with Math.exp and Math.log to 14 digits', () => {
    let worst = 0
    for (let i = 0; i <= 20_000; i++) {
      const x = -i * 0.01
      const y = 1e-12 * 1.003 ** i
      worst = Math.max(worst, Math.abs(portableExp(x) / Math.exp(x) - 1))
      worst = Math.max(worst, Math.abs(portableLog(y) - Math.log(y)) / Math.max(1, Math.abs(Math.log(y))))
    }
    expect(worst).toBeLessThan(2e-14)
  })

  test('handle the ends of their range', () => {
    expect([portableExp(0), portableExp(-700), portableExp(-1e9)]).toEqual([1, 0, 0])
    expect(portableExp(-699)).toBeGreaterThan(0)
    expect(portableLog(1)).toBe(0)
    expect(portableLog(1e-280)).toBeCloseTo(Math.log(1e-280), 10)
  })
})
