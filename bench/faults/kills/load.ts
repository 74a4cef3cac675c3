import { createHash } from 'node:crypto'
import { drawLeaf } from '../../../server/src/testing/images/synthetic-photos.ts'
import { farmerRegistration } from '../../../server/src/testing/server/test-users.ts'
import type { Random } from '../random.ts'
import type { ReplyCounts } from '../summary.ts'
import type { Person, Team } from '../team.ts'

export type WriteKind = 'sign-up' | 'post' | 'comment' | 'slot' | 'booking' | 'approval' | 'analysis'
/** One write of the load. `reply` is set once the server has acknowledged it. */
export type Write = {
  kind: WriteKind
  /** Value of the Idempotency-Key header. */
  key: string
  method: 'POST' | 'PUT'
  path: string
  person: Person | undefined
  /** JSON text, or the bytes of a photo. */
  body: string | Uint8Array<ArrayBuffer>
  /** A value that only the row of this write has, to find duplicates. */
  marker: string
  reply?: { id: string; [name: string]: unknown }
}
export type WriteReply = { status: number; body: { id: string; [name: string]: unknown } }

/** Number of writes of each kind among 16. */
const shares: readonly WriteKind[] = [
  ...Array<WriteKind>(2).fill('sign-up'),
  ...Array<WriteKind>(3).fill('post'),
  ...Array<WriteKind>(3).fill('comment'),
  ...Array<WriteKind>(3).fill('slot'),
  ...Array<WriteKind>(2).fill('booking'),
  ...Array<WriteKind>(2).fill('approval'),
  'analysis',
]
const minute = 60_000

/** Creates writes one after the other; each is unlike all others, so that it succeeds exactly once. */
export class Load {
  readonly #team: Team
  readonly #random: Random
  readonly #photo: Buffer
  readonly #firstSlot: number
  readonly #freeSlots: string[] = []
  readonly #pendingBookings: { id: string; expert: Person; start: string }[] = []
  #count = 0
  #slots = 0

  static async create(team: Team, random: Random): Promise<Load> {
    return new Load(team, random, await drawLeaf({ seed: 2, width: 240, height: 240 }).jpeg({ quality: 80 }).toBuffer())
  }

  private constructor(team: Team, random: Random, photo: Buffer) {
    this.#team = team
    this.#random = random
    this.#photo = photo
    this.#firstSlot = Math.ceil(Date.now() / (60 * minute)) * 60 * minute + 48 * 60 * minute
  }

  next(): Write {
    const number = ++this.#count
    const { farmers, experts, posts } = this.#team
    const farmer = this.#random.pick(farmers)
    const base = { key: `kill-loop-${number}`, method: 'POST' as const }
    switch (this.#random.pick(shares)) {
      case 'sign-up': {
        const body = farmerRegistration(`fault.farmer.${number}`)
        return {
          ...base,
          kind: 'sign-up',
          path: '/api/auth/register/farmer/',
          person: undefined,
          body: JSON.stringify(body),
          marker: body.email,
        }
      }
      case 'comment': {
        const marker = `fault comment ${number}`
        const path = `/api/community/responses/${this.#random.pick(posts)}/`
        return { ...base, kind: 'comment', path, person: farmer, body: JSON.stringify({ content: marker }), marker }
      }
      case 'slot':
        return this.#createSlot(base, experts)
      case 'booking': {
        const slot = this.#freeSlots.shift()
        if (!slot) return this.#createSlot(base, experts)
        const path = '/api/consultations/consultations/'
        return { ...base, kind: 'booking', path, person: farmer, body: JSON.stringify({ slot_id: slot }), marker: slot }
      }
      case 'approval': {
        const booking = this.#pendingBookings.shift()
        if (!booking) return this.#createPost(base, number, farmer)
        const { id, expert, start } = booking
        const body = JSON.stringify({ booking_id: id, action: 'approve', selected_date: start })
        const path = '/api/consultations/consultations/manage/'
        return { ...base, method: 'PUT', kind: 'approval', path, person: expert, body, marker: id }
      }
      case 'analysis': {
        const body = new Uint8Array(Buffer.concat([this.#photo, Buffer.from(`fault photo ${number}`)]))
        const marker = createHash('sha256').update(body).digest('hex')
        return { ...base, kind: 'analysis', path: '/analysis/rust-detection/', person: farmer, body, marker }
      }
      default:
        return this.#createPost(base, number, farmer)
    }
  }

  /** Remembers the reply, so that later writes can build on the row. */
  acknowledge(write: Write, body: WriteReply['body']): void {
    write.reply = { ...body, id: idOf(write, body) }
    if (write.kind === 'slot') this.#freeSlots.push(body.id)
    if (write.kind !== 'booking') return
    const { expert, slot } = body as unknown as { expert: { user: { id: string } }; slot: { start_time: string } }
    const person = this.#team.experts.find(({ id }) => id === expert.user.id)
    if (person) this.#pendingBookings.push({ id: body.id, expert: person, start: slot.start_time })
  }

  #createPost(base: { key: string; method: 'POST' }, number: number, farmer: Person): Write {
    const marker = `fault post ${number}`
    const body = {
      title: marker,
      content: `Spots on plot ${number}`,
      crop_type: 'MAIZE',
      disease_type: 'none',
      urgency_level: 'low',
    }
    return { ...base, kind: 'post', path: '/api/community/posts/', person: farmer, body: JSON.stringify(body), marker }
  }

  /** No two slots overlap, so that no booking of a farmer conflicts with another one. */
  #createSlot(base: { key: string; method: 'POST' }, experts: readonly Person[]): Write {
    const start = this.#firstSlot + this.#slots++ * 30 * minute
    const [start_time, end_time] = [start, start + 20 * minute].map(time => new Date(time).toISOString())
    const path = '/api/consultations/availability-slots/'
    const person = experts[this.#slots % experts.length]
    return {
      ...base,
      kind: 'slot',
      path,
      person,
      body: JSON.stringify({ start_time, end_time }),
      marker: start_time ?? '',
    }
  }
}

/** Returns the id of the row that a write has made. */
export const idOf = ({ kind }: Write, body: WriteReply['body']): string =>
  kind === 'sign-up' ? (body.user as { id: string }).id : body.id

/** Sends a write. @throws if no whole reply arrives */
export async function sendWrite(
  url: string,
  { method, path, key, person, body }: Write,
  replies: ReplyCounts,
): Promise<WriteReply> {
  const form = new FormData()
  if (typeof body !== 'string') form.append('image', new Blob([body]), 'leaf.jpg')
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'idempotency-key': key,
      ...(person && { authorization: `Bearer ${person.access}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body: typeof body === 'string' ? body : form,
    signal: AbortSignal.timeout(60_000),
  })
  const reply = { status: response.status, body: (await response.json()) as WriteReply['body'] }
  replies.add(response.status)
  return reply
}
