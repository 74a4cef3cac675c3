import type { Random } from '../random.ts'
import type { Account } from './accounts.ts'
import type { BuiltRequest } from './client.ts'
import { type JsonObject, kindOfParameter } from './known-objects.ts'
import type { Operation } from './operations.ts'
import type { Photos } from './photos.ts'
import { type Recipe, recipes, type World } from './recipes.ts'
import { generateHostileValue, generateValue, type JsonSchema } from './schema-values.ts'

/** `valid` follows the recipe, `changed` then damages one place, `wild` ignores recipe, role and state. */
type Mode = 'valid' | 'changed' | 'wild'
export type PlannedRequest = BuiltRequest & { account: Account | undefined; onReply: Recipe['onReply'] }

const hostilityOfWild = 0.12

/**
 * Builds one request for an operation from the random numbers and the state of the run.
 * @returns undefined, mostly, while the state for a valid request does not exist
 */
export async function planRequest(
  url: string,
  operation: Operation,
  random: Random,
  { photos, ...world }: World & { photos: Photos },
): Promise<PlannedRequest | undefined> {
  const mode: Mode = random.chance(0.6) ? 'valid' : random.chance(0.65) ? 'changed' : 'wild'
  const candidate =
    mode === 'wild'
      ? world.accounts.pick(random, () => random.chance(0.3))
      : world.accounts.pickFor(operation.access, random)
  const recipe = mode === 'wild' ? undefined : recipes[operation.id]?.({ ...world, random, account: candidate })
  if (mode !== 'wild' && operation.id in recipes && !recipe && random.chance(0.8)) return undefined
  const account = recipe?.account ?? candidate
  const hostility = mode === 'wild' ? hostilityOfWild : 0
  const options = { random, hostility, pickId: () => world.known.pickAnyId(random) }
  const pickParameter = (schema: JsonSchema) => {
    const known = mode !== 'wild' && world.known.pick(kindOfParameter(operation), random)
    return recipe?.id ?? (known ? known.id : String(generateValue(schema, options)))
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const schema = operation.parameters.find(each => each.in === 'path' && each.name === name)?.schema ?? {}
    return encodeURIComponent(toWellFormed(pickParameter(schema))) || 'x'
  })
  const query = new URLSearchParams()
  for (const { in: place, name, schema } of operation.parameters)
    if (place === 'query' && random.chance(0.3))
      query.append(name, toWellFormed(String(generateQueryValue(name, schema, mode, options))))
  const headers = createHeaders(account, mode, random)
  const body = await buildBody(operation, mode, random, { photos, recipe, options })
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  return {
    operation,
    account: headers.authorization === `Bearer ${account?.access}` ? account : undefined,
    onReply: recipe?.onReply,
    url: `${url}${path}${query.size > 0 ? `?${query}` : ''}`,
    headers,
    ...(body !== undefined && operation.method !== 'GET' && { body }),
  }
}

function createHeaders(account: Account | undefined, mode: Mode, random: Random): Record<string, string> {
  const headers: Record<string, string> = {}
  if (account) headers.authorization = `Bearer ${account.access}`
  if (mode === 'wild' && random.chance(0.1))
    headers.authorization = `Bearer ${generateHostileValue(random)}`.slice(0, 4000).replaceAll(/[^\x20-\x7e]/g, '?')
  if (random.chance(0.1)) headers['idempotency-key'] = `fuzz-${random.integer(0, 200)}`
  if (random.chance(0.2)) headers['accept-language'] = random.pick(['sw', 'lg', 'en', 'xx', ''])
  return headers
}

type ValueOptions = Parameters<typeof generateValue>[1]

function generateQueryValue(name: string, schema: JsonSchema, mode: Mode, options: ValueOptions): unknown {
  const { random } = options
  if (mode === 'changed' && random.chance(0.4)) return generateHostileValue(random)
  if (name === 'page') return random.integer(1, 3)
  if (name === 'page_size') return random.integer(1, 60)
  if (name === 'date') return `2026-12-${random.integer(10, 31)}`
  if (name === 'time_zone') return 'Africa/Kampala'
  if (name === 'after') return `2026.12.1.${random.integer(0, 1e9)}.${options.pickId() ?? ''}`
  return generateValue(schema, options)
}

type BodyOptions = { photos: Photos; recipe: Recipe | undefined; options: ValueOptions }

async function buildBody(
  { id, requestTypes }: Operation,
  mode: Mode,
  random: Random,
  { photos, recipe, options }: BodyOptions,
): Promise<string | FormData | undefined> {
  const multipart = requestTypes['multipart/form-data']
  if (multipart) return buildForm(multipart.schema, mode, random, { photos, options, isTraining: /Training/.test(id) })
  const json = requestTypes['application/json']
  if (!json) return mode === 'wild' && random.chance(0.1) ? '{' : undefined
  if (mode === 'wild' && random.chance(0.1)) return random.pick(['', '{', 'null', '[]', '"x"', '{"a":1e999}'])
  const generated = generateValue(pickBranch(json.schema, recipe, random), options)
  if (typeof generated !== 'object' || generated === null) return JSON.stringify(generated) ?? 'null'
  // A copy, because damage must not reach the objects of the run.
  const value = structuredClone({ ...(generated as JsonObject), ...recipe?.body })
  if (mode === 'changed') damage(value, random)
  return JSON.stringify(value)
}

/** Takes the body with the action of the recipe, where several are possible. */
function pickBranch(schema: JsonSchema, recipe: Recipe | undefined, random: Random): JsonSchema {
  if (!schema.oneOf || recipe?.body?.action === undefined) return schema
  return (
    schema.oneOf.find(({ properties }) => properties?.action?.const === recipe.body?.action) ??
    random.pick(schema.oneOf)
  )
}

/** Replaces or removes one property, at any depth. */
function damage(value: JsonObject, random: Random): void {
  const names = Object.keys(value)
  if (names.length === 0) return
  const name = random.pick(names)
  const inner = value[name]
  if (typeof inner === 'object' && inner !== null && random.chance(0.6)) damage(inner as JsonObject, random)
  else if (random.chance(0.2)) delete value[name]
  else value[name] = generateHostileValue(random)
}

async function buildForm(
  { properties = {} }: JsonSchema,
  mode: Mode,
  random: Random,
  { photos, options, isTraining }: Pick<BodyOptions, 'photos' | 'options'> & { isTraining: boolean },
): Promise<FormData> {
  const form = new FormData()
  const choosePhoto = async () => {
    if (mode !== 'valid' && random.chance(0.5)) return photos.pickHostile(random)
    return isTraining ? photos.change(random) : photos.pick(random)
  }
  for (const [name, schema] of Object.entries(properties)) {
    if (mode !== 'valid' && random.chance(0.15)) continue
    const isList = schema.type === 'array'
    if (isList || schema.contentMediaType !== undefined)
      for (let left = isList ? random.integer(2, mode === 'valid' ? 3 : 7) : 1; left > 0; left--)
        form.append(name, new Blob([await choosePhoto()]), 'leaf.jpg')
    else form.append(name, toWellFormed(String(generateValue(schema, options))))
  }
  return form
}

/** URLs and forms hold Unicode text only; JSON bodies keep lone surrogates as escapes. */
function toWellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd').slice(0, 2000)
}
