// exp and log with the same result on every machine. They use only additions, multiplications and divisions, which
// IEEE 754 rounds in one way. The last bit of Math.exp and Math.log differs between engines, and a head refitted from
// the same images must be the same bit for bit.
// Range reduction and series: J.-M. Muller, Elementary Functions, 3rd ed. 2016. The split of ln 2 is that of fdlibm.

const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10
/** 1 / n! for n = 0 to 13: enough terms for |x| <= ln 2 / 2. */
const inverseFactorials = [1]
for (let n = 1; n <= 13; n++) inverseFactorials.push((inverseFactorials[n - 1] ?? 1) / n)
const minExponent = -700

/** Returns e to the power of x, for x <= 0. From -700 down the result is 0. */
export function portableExp(x: number): number {
  if (x <= minExponent) return 0
  // exp(x) = exp(remainder) / 2^k
  const k = Math.round(-x / (ln2High + ln2Low))
  const remainder = x + k * ln2High + k * ln2Low
  let sum = 0
  for (let n = inverseFactorials.length - 1; n >= 0; n--) sum = sum * remainder + (inverseFactorials[n] ?? 0)
  return sum * (powersOfHalf[k] ?? 0)
}

/** Returns the natural logarithm of x, for x > 0. */
export function portableLog(x: number): number {
  let mantissa = x
  let exponent = 0
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2
    exponent--
  }
  while (mantissa > Math.SQRT2) {
    mantissa /= 2
    exponent++
  }
  // ln m = 2 artanh((m - 1) / (m + 1)); each term of the series is about 30 times smaller than the one before.
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let sum = 0
  for (let odd = 25; odd >= 1; odd -= 2) sum = sum * square + 1 / odd
  return 2 * ratio * sum + exponent * ln2Low + exponent * ln2High
}

const powersOfHalf = Float64Array.from({ length: 1075 })
powersOfHalf[0] = 1
for (let n = 1; n < powersOfHalf.length; n++) powersOfHalf[n] = (powersOfHalf[n - 1] ?? 0) / 2
