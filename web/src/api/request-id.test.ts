// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { receivedRequests, respond } from '../testing/api-server.ts'
import { callApi } from './api-client.ts'

it('every request has an id of its own, by which the log of the server finds it', async () => {
  respond('POST /api/auth/forgot-password/', { message: 'Done' })
  for (let count = 0; count < 2; count++)
    await callApi('POST /api/auth/forgot-password/', { body: { email: 'grace@example.org' } })
  const ids = receivedRequests.map(({ headers }) => headers.get('x-request-id'))
  expect(ids).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)])
  expect(new Set(ids).size).toBe(2)
})
