/** Reads the fields of an object of parsed JSON. Every missing or invalid field adds a sentence to `problems`. */
export function readObject(json: unknown, path: string, problems: string[]) {
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  if (!isObject) problems.push(`${path} must be an object`)
  const entries = new Map<string, unknown>(isObject ? Object.entries(json) : [])
  const raw = (name: string) => entries.get(name)
  const pathOf = (name: string) => (path === 'card' ? name : `${path}.${name}`)
  const number = (name: string, isValid: (value: number) => boolean, expected: string) =>
    readNumber(raw(name), isValid, expected, pathOf(name), problems)
  return {
    raw,
    number,
    string(name: string): string {
      const value = raw(name)
      if (typeof value === 'string' && value !== '') return value
      problems.push(`${pathOf(name)} must be a string`)
      return ''
    },
    positiveInteger: (name: string) => number(name, isPositiveInteger, 'a whole number above 0'),
    fraction: (name: string) => number(name, value => value >= 0 && value <= 1, 'a number from 0 to 1'),
    anyNumber: (name: string) => number(name, () => true, 'a number'),
  }
}

const isPositiveInteger = (value: number) => Number.isSafeInteger(value) && value > 0

function readNumber(
  value: unknown,
  isValid: (value: number) => boolean,
  expected: string,
  name: string,
  problems: string[],
): number {
  if (typeof value === 'number' && Number.isFinite(value) && isValid(value)) return value
  problems.push(`${name} must be ${expected}`)
  return Number.NaN
}

export const readPositiveInteger = (value: unknown, name: string, problems: string[]) =>
  readNumber(value, isPositiveInteger, 'a whole number above 0', name, problems)

export function readArray(value: unknown, length: number, name: string, problems: string[]): unknown[] {
  if (Array.isArray(value) && value.length === length) return value
  problems.push(`${name} must be an array of ${length}`)
  return []
}

export function readList(value: unknown, name: string, problems: string[]): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value
  problems.push(`${name} must be an array with at least one entry`)
  return []
}

/** Reads an array of `length` finite numbers that all pass `isValid`. */
export function readNumbers(
  value: unknown,
  length: number,
  name: string,
  problems: string[],
  isValid: (value: number) => boolean = () => true,
): number[] {
  return readArray(value, length, name, problems).map((entry, i) =>
    readNumber(entry, isValid, 'a usable number', `${name}[${i}]`, problems),
  )
}
