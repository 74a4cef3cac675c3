// exp and log from additions, multiplications and divisions alone, which IEEE 754 rounds in one way everywhere. The
// last bit of Math.exp and Math.log is the engine's own affair; a head refitted from the same images is to be the same.

const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10
/** 1 / n! for n = 0 to 13: enough for |x| <= ln 2 / 2. */
const inverseFactorials = [1]
for (let n = 1; n <= 13; n++) inverseFactorials.push((inverseFactorials[n - 1] ?? 1) / n)
const minExponent = -700

/** e to the power of x, for x <= 0; 0 from -700 down. */
export function portableExp(x: number): number {
  if (x <= minExponent) return 0
  const halvings = Math.round(-x / (ln2High + ln2Low))
  const remainder = x + halvings * ln2High + halvings * ln2Low
  let sum = 0
  for (let n = inverseFactorials.length - 1; n >= 0; n--) sum = sum * remainder + (inverseFactorials[n] ?? 0)
  return sum * powerOfHalf(halvings)
}

/** The natural logarithm of x, for 0 < x. */
export function portableLog(x: number): number {
  let mantissa = x
  let doublings = 0
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2
    doublings--
  }
  while (mantissa > Math.SQRT2) {
    mantissa /= 2
    doublings++
  }
  // ln m = 2 artanh((m - 1) / (m + 1)), whose series falls by a factor of 30 a term.
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let sum = 0
  for (let odd = 25; odd >= 1; odd -= 2) sum = sum * square + 1 / odd
  return 2 * ratio * sum + doublings * ln2Low + doublings * ln2High
}

const powersOfHalf = Float64Array.from({ length: 1075 })
powersOfHalf[0] = 1
for (let n = 1; n < powersOfHalf.length; n++) powersOfHalf[n] = (powersOfHalf[n - 1] ?? 0) / 2

const powerOfHalf = (times: number) => powersOfHalf[times] ?? 0
