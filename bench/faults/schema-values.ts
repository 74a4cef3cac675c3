import type { Random } from './random.ts'

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
type Options = { random: Random; ids: readonly string[] }

/** Strings that break careless code: lone surrogates, NUL, directions, markup, SQL, very long text. */
const hostileStrings = [
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
const hostileValues: unknown[] = [null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], ['x'], { a: { b: {} } }]

/** Returns a value for a JSON schema: valid in most cases, otherwise hostile. */
export function generateValue(schema: JsonSchema, options: Options): unknown {
  const { random } = options
  if (random.chance(0.06)) return random.pick(hostileStrings)
  if (random.chance(0.03)) return random.pick(hostileValues)
  return generateValid(schema, options)
}

function generateValid(schema: JsonSchema, options: Options): unknown {
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

function generateObject({ properties = {}, required = [] }: JsonSchema, options: Options): Record<string, unknown> {
  const { random } = options
  const object: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const isIncluded = required.includes(name) ? !random.chance(0.03) : random.chance(0.5)
    if (isIncluded) object[name] = generateValue(schema, options)
  }
  if (random.chance(0.03)) object.unexpected = random.pick(hostileStrings)
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
  { random, ids }: Options,
): string {
  if (format === 'uuid') return random.chance(0.7) && ids.length > 0 ? random.pick(ids) : randomUuid(random)
  if (format === 'email') return `fuzz-${random.integer(0, 1e9)}@kutu.example`
  if (format === 'date-time')
    return new Date(Date.UTC(2026, random.integer(0, 23), random.integer(1, 28), random.integer(0, 23))).toISOString()
  if (format === 'date') return `20${random.integer(10, 30)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`
  if (pattern?.includes('\\d') || pattern?.includes('0-9')) return String(random.integer(0, 9999)).padStart(4, '0')
  if (random.chance(0.2)) return `2026-12-${random.integer(10, 30)} ${random.integer(10, 23)}:00:00`
  if (random.chance(0.1)) return 'Maize-4-ever!'
  if (random.chance(0.1)) return `+2567721234${random.integer(10, 99)}`
  let text = random.pick(words)
  while (text.length < minLength) text += ` ${random.pick(words)}`
  return text.slice(0, maxLength)
}

function randomUuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => random.integer(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
