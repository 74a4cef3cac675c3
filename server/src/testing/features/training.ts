import type { TestResponse, TestServer } from '../server/test-server.ts'
import type { TestUser } from '../server/test-users.ts'

type SubmitOptions = { label?: string; fields?: Record<string, string>; headers?: Record<string, string> }

/** Submits a photo for training, like the web app. */
export function submitTrainingImage(
  server: TestServer,
  { token }: Pick<TestUser, 'token'>,
  bytes: Uint8Array,
  options: SubmitOptions = {},
): Promise<TestResponse> {
  const { label = 'healthy', fields = {}, headers = {} } = options
  const formFields = { ...(label === '' ? {} : { label }), ...fields }
  server.clock.advance(1)
  return server.request('POST /analysis/upload-training-images/', {
    token,
    headers,
    form: [
      ...Object.entries(formFields).map(([name, value]) => ({ name, value })),
      { name: 'image', value: new Blob([new Uint8Array(bytes)]), filename: 'leaf.jpg' },
    ],
  })
}

export const listOwnImages = (server: TestServer, { token }: TestUser, query: Record<string, string | number> = {}) =>
  server.request('GET /analysis/upload-training-images/', { token, query: { page_size: 200, ...query } })

export const listReviewQueue = async (server: TestServer, { token }: TestUser) =>
  (await server.request('GET /analysis/training-queue/', { token, query: { page_size: 200 } })).body.results as {
    id: string
    image: string
    crop_type: string | null
  }[]

export const reviewTrainingImage = (server: TestServer, { token }: TestUser, id: string, body: object) => {
  server.clock.advance(1)
  return server.request('PUT /analysis/training-queue/{id}/', { token, params: { id }, body })
}

export const startTrainingSession = (server: TestServer, { token }: TestUser) =>
  server.request('POST /analysis/training-sessions/', { token })

/** Starts a session, waits for its end, and returns it. */
export async function runTrainingSession(server: TestServer, expert: TestUser) {
  await startTrainingSession(server, expert)
  await server.runJobs()
  return (await server.request('GET /analysis/training-sessions/', { token: expert.token })).body.results[0]
}

export const activateModel = (server: TestServer, { token }: TestUser, version: string) =>
  server.request('PUT /analysis/models/{version}/activate/', { token, params: { version } })

/** Returns a session of the first page of the list. */
export async function getTrainingSession(server: TestServer, { token }: TestUser, id: string) {
  const { body } = await server.request('GET /analysis/training-sessions/', { token })
  return body.results.find((session: { id: string }) => session.id === id)
}
