// exp and log from additions, multiplications and divisions alone, which IEEE 754 rounds in one way everywhere. The
// last bit of Math.exp and Math.log is the engine's own affair; a head refitted from the same images is to be the same.

const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10
/** 1 / n! for n = 0 to 13: enough for |x| <= ln 2 / 2. */
const factors = [1]
for (let n = 1; n <= 13; n++) factors.push((factors[n - 1] ?? 1) / n)
const smallest = -700

/** e to the power of x, for x <= 0; 0 from -700 down. */
export function expOf(x: number): number {
  if (x <= smallest) return 0
  const halvings = Math.round(-x / (ln2High + ln2Low))
  const rest = x + halvings * ln2High + halvings * ln2Low
  let sum = 0
  for (let n = factors.length - 1; n >= 0; n--) sum = sum * rest + (factors[n] ?? 0)
  return sum * halved(halvings)
}

/** The natural logarithm of x, for 0 < x. */
export function logOf(x: number): number {
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

const powers = Float64Array.from({ length: 1075 })
powers[0] = 1
for (let n = 1; n < powers.length; n++) powers[n] = (powers[n - 1] ?? 0) / 2

const halved = (times: number) => powers[times] ?? 0
