import type { Random } from '../random.ts'
import type { Account } from './accounts.ts'
import type { Operation } from './operations.ts'

export type JsonObject = Record<string, unknown>
export type KnownObject = { id: string; value: JsonObject; seenBy: Set<Account> }

const maxPerKind = 400

/** Kinds of objects by the path of the operation whose replies hold them; the first match counts. */
const kindsByPath: [RegExp, string][] = [
  [/^\/api\/community\/posts/, 'post'],
  [/^\/api\/community\/photos/, 'photo'],
  [/^\/api\/community\/responses/, 'response'],
  [/^\/api\/consultations\/availability-slots/, 'slot'],
  [/^\/api\/consultations\/consultations/, 'booking'],
  [/^\/api\/notifications/, 'notification'],
  [/^\/api\/account\/devices/, 'device'],
  [/^\/api\/account\/push-subscriptions/, 'subscription'],
  [/^\/api\/admin\/users/, 'user'],
  [/^\/api\/admin\/experts/, 'expert'],
  [/^\/api\/admin\/flagged/, 'flagged'],
  [/^\/analysis\/(rust-detection|plant-analyses)/, 'analysis'],
  [/^\/analysis\/upload-training-images/, 'training image'],
  [/^\/analysis\/training-queue/, 'queued image'],
  [/^\/analysis\/training-sessions/, 'training session'],
  [/^\/analysis\/(models|model-heads|active-model)/, 'model'],
]
const kindOfPath = (path: string) => kindsByPath.find(([pattern]) => pattern.test(path))?.[1]

/** Returns the kind of the object that the path parameter of an operation names. */
export const kindOfParameter = ({ path }: Operation) =>
  path.startsWith('/api/community/responses/') ? 'post' : kindOfPath(path)

/** Kinds of objects inside others, by property name. */
const kindsByProperty: Record<string, string> = {
  slot: 'slot',
  post: 'post',
  farmer_comments: 'response',
  expert_comments: 'response',
  my_responses: 'response',
}

/** Objects from replies, so that later requests reach existing rows. */
export class KnownObjects {
  readonly #byKind = new Map<string, Map<string, KnownObject>>()

  collect({ path, id }: Operation, body: unknown, account: Account | undefined): void {
    if (id === 'previewDeletion' || id === 'me') return
    this.#walk(kindOfPath(path), body, account)
  }

  /** Returns a known object of a kind that fulfills the condition. */
  pick(kind: string | undefined, random: Random, matches: (each: KnownObject) => boolean = () => true) {
    const candidates = [...(this.#byKind.get(kind ?? '')?.values() ?? [])].filter(matches)
    return candidates.length > 0 ? random.pick(candidates) : undefined
  }

  /** Returns the id of any known object. */
  pickAnyId(random: Random): string | undefined {
    const kinds = [...this.#byKind.keys()]
    return kinds.length > 0 ? this.pick(random.pick(kinds), random)?.id : undefined
  }

  #walk(kind: string | undefined, value: unknown, account: Account | undefined): void {
    if (Array.isArray(value)) for (const each of value) this.#walk(kind, each, account)
    else if (typeof value === 'object' && value !== null) this.#add(kind, value as JsonObject, account)
  }

  #add(kind: string | undefined, value: JsonObject, account: Account | undefined): void {
    const id = kind === 'model' ? value.version : value.id
    if (kind && typeof id === 'string') {
      const objects = this.#byKind.get(kind) ?? new Map<string, KnownObject>()
      this.#byKind.set(kind, objects)
      const known = objects.get(id) ?? { id, value: {}, seenBy: new Set() }
      if (account) known.seenBy.add(account)
      // Inside a booking a slot has fewer properties.
      known.value = { ...known.value, ...value }
      // Moves it to the end, so that the objects unseen for longest are dropped first.
      objects.delete(id)
      objects.set(id, known)
      const [oldest] = objects.keys()
      if (objects.size > maxPerKind && oldest) objects.delete(oldest)
    }
    for (const [name, property] of Object.entries(value))
      if (name === 'results') this.#walk(kind, property, account)
      else if (name in kindsByProperty) this.#walk(kindsByProperty[name], property, account)
  }
}

/** Returns the ids of the users to whom an object belongs; empty if its reply does not name them. */
export function ownerIds({ value }: KnownObject): string[] {
  const idIn = (property: unknown) => (property as JsonObject | null | undefined)?.id
  const expert = value.expert as JsonObject | undefined
  return [value.farmer_id, idIn(value.farmer), idIn(value.author), idIn(expert?.user), idIn(expert)].filter(
    (id): id is string => typeof id === 'string',
  )
}
