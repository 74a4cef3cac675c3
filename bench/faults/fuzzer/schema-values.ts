import type { Random } from '../random.ts'

export type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  format?: string
  pattern?: string
  contentMediaType?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}
export type ValueOptions = {
  random: Random
  /** Probability of a hostile value at each place, from 0 to 1. */
  hostility: number
  /** Returns the id of an existing object. */
  pickId: () => string | undefined
}

/** Strings that break careless code: lone surrogates, NUL, directions, markup, SQL, very long text. */
export const hostileStrings = [
  '\ud83d',
  '\ude00',
  'a\ud800b',
  '\u0000',
  'leaf\u0000',
  '\u202eabc',
  '',
  ' ',
  '\t\n',
  'null',
  '../../etc/passwd',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '%00',
  '%',
  '\\',
  '🌽🌽🌽',
  'ñ'.repeat(300),
  'x'.repeat(70_000),
  '2026-13-45 99:99:99',
  '0',
  '-1',
  'NaN',
  '１２３４',
]
export const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[]],
  ['x'],
  { a: { b: {} } },
]

/** Returns a value for a JSON schema: valid, or hostile with the given probability. */
export function generateValue(schema: JsonSchema, options: ValueOptions): unknown {
  const { random, hostility } = options
  return random.chance(hostility) ? generateHostileValue(random) : generateValid(schema, options)
}

export const generateHostileValue = (random: Random): unknown =>
  random.chance(0.65) ? random.pick(hostileStrings) : random.pick(hostileValues)

function generateValid(schema: JsonSchema, options: ValueOptions): unknown {
  const { random } = options
  if ('const' in schema) return schema.const
  if (schema.enum && schema.enum.length > 0) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices && choices.length > 0) return generateValue(random.pick(choices), options)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(each => generateValid(each, options)))
  const type = Array.isArray(schema.type)
    ? random.pick(schema.type)
    : (schema.type ?? (schema.properties ? 'object' : 'string'))
  if (type === 'object') return generateObject(schema, options)
  if (type === 'array')
    return Array.from({ length: random.integer(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 6)) }, () =>
      generateValue(schema.items ?? {}, options),
    )
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') return generateNumber(schema, type, random)
  return generateString(schema, options)
}

function generateObject(
  { properties = {}, required = [] }: JsonSchema,
  options: ValueOptions,
): Record<string, unknown> {
  const { random, hostility } = options
  const object: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const isIncluded = required.includes(name) ? !random.chance(hostility / 3) : random.chance(0.5)
    if (isIncluded) object[name] = generateValue(schema, options)
  }
  if (random.chance(hostility / 3)) object.unexpected = random.pick(hostileStrings)
  return object
}

function generateNumber({ minimum, maximum }: JsonSchema, type: string, random: Random): number {
  const min = Math.max(minimum ?? -5, -1e9)
  const max = Math.min(maximum ?? Math.max(min, 0) + 100, 1e9)
  if (random.chance(0.1)) return random.pick([min, max, min - 1, max + 1, 0])
  return type === 'integer' ? random.integer(Math.ceil(min), Math.floor(max)) : min + random.next() * (max - min)
}

const words = ['rust', 'maize', 'leaf', 'Mbale', 'pustules', 'after the rain', 'kutu ya mahindi', 'obutalagge']

function generateString(
  { format, pattern, minLength = 0, maxLength = 200 }: JsonSchema,
  { random, pickId }: ValueOptions,
): string {
  if (format === 'uuid') return (random.chance(0.8) ? pickId() : undefined) ?? randomUuid(random)
  if (format === 'date') return `19${random.integer(60, 99)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`
  if (pattern?.includes('\\d')) return String(random.integer(1, 99))
  let text = `${random.pick(words)} ${random.integer(0, 1e9)}`
  while (text.length < minLength) text += ` ${random.pick(words)}`
  return text.slice(0, maxLength)
}

function randomUuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
