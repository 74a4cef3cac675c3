import type { Person } from './people.ts'
import type { Answered, World } from './world.ts'

type Extra = { label?: string; fields?: Record<string, string>; headers?: Record<string, string> }

/** Submits bytes for training, as the app would. */
export function teach(
  w: World,
  { token }: Pick<Person, 'token'>,
  bytes: Uint8Array,
  extra: Extra = {},
): Promise<Answered> {
  const { label = 'healthy', fields = {}, headers = {} } = extra
  const named = { ...(label === '' ? {} : { label }), ...fields }
  w.clock.advance(1)
  return w.call('POST /analysis/upload-training-images/', {
    token,
    headers,
    form: [
      ...Object.entries(named).map(([name, value]) => ({ name, value })),
      { name: 'image', value: new Blob([new Uint8Array(bytes)]), filename: 'leaf.jpg' },
    ],
  })
}

export const ownImages = (w: World, { token }: Person, query: Record<string, string | number> = {}) =>
  w.call('GET /analysis/upload-training-images/', { token, query: { page_size: 200, ...query } })

export const queueOf = async (w: World, { token }: Person) =>
  (await w.call('GET /analysis/training-queue/', { token, query: { page_size: 200 } })).body.results as {
    id: string
    label: string | null
  }[]

export const review = (w: World, { token }: Person, id: string, body: object) => {
  w.clock.advance(1)
  return w.call('PUT /analysis/training-queue/{id}/', { token, params: { id }, body })
}

export const startSession = (w: World, { token }: Person) => w.call('POST /analysis/training-sessions/', { token })

export const showSession = (w: World, { token }: Person, id: string) =>
  w.call('GET /analysis/training-sessions/{id}/', { token, params: { id } })
