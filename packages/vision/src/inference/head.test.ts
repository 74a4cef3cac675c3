import { describe, expect, test } from 'vitest'
import { computeLogits, parseHead, softmaxWithTemperature } from './head.ts'

const toFloat32Bytes = (...values: number[]) => {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  values.forEach((value, i) => {
    view.setFloat32(i * 4, value, true)
  })
  return new Uint8Array(view.buffer)
}

describe('the head', () => {
  test('computes weights times embedding plus bias', () => {
    const head = parseHead(toFloat32Bytes(1, 2, 3, 4, 0.5, -0.5), 2, 2)
    expect(computeLogits(head, [10, 1])).toEqual([12.5, 33.5])
  })

  test('is rejected when its length is wrong or a value is not a number', () => {
    expect(() => parseHead(toFloat32Bytes(1, 2, 3), 2, 2)).toThrow(
      'head.bin has 12 bytes; 2 classes of 2 values need 24',
    )
    expect(() => parseHead(toFloat32Bytes(1, 2, 3, 4, Number.NaN, 0), 2, 2)).toThrow('no number')
  })

  test('a higher temperature lowers the confidence, and large logits do not overflow', () => {
    const [cold] = softmaxWithTemperature([2, 0], 1)
    const [warm] = softmaxWithTemperature([2, 0], 2)
    expect(cold).toBeCloseTo(1 / (1 + Math.exp(-2)), 10)
    expect(warm).toBeCloseTo(1 / (1 + Math.exp(-1)), 10)
    expect(softmaxWithTemperature([5000, 0, 0], 1)).toEqual([1, 0, 0])
  })
})
