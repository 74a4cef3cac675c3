// @slow
import type { Slot } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findInvariantViolations } from '../../../testing/features/consultation-invariants.ts'
import { createFreeSlot } from '../../../testing/features/consultations.ts'
import { sharedSecrets, spawnServersOn } from '../../../testing/processes/server-process.ts'
import {
  sendRequest,
  startTestServer,
  type TestResponse,
  type TestServer,
} from '../../../testing/server/test-server.ts'
import { signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'
import { createFarmers } from '../../../testing/server/user-copies.ts'

const rounds = [0, 1, 2]
const callCount = 200

let server: TestServer
let servers: Awaited<ReturnType<typeof spawnServersOn>>
let farmers: TestUser[]
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto', tokenSecret: sharedSecrets.TOKEN_SECRET })
  farmers = await createFarmers(server, 40)
  okello = await signUpExpert(server)
  // Started last: their workers would otherwise send the emails that sign-up reads.
  servers = await spawnServersOn(server, 2)
})
afterAll(async () => {
  await servers.stop()
  await server.close()
})

/** Sends the calls at the same time. On a slow machine some wait too long for a connection, and are sent again as they say. */
const callConcurrently = (send: (url: string, at: number) => Promise<TestResponse>) =>
  Promise.all(
    Array.from({ length: callCount }, async (_, index) => {
      const sendOnce = () => send(servers.urls[index % servers.urls.length] ?? '', index)
      let answer = await sendOnce()
      while (answer.body.error === 'overloaded') answer = await sendOnce()
      return answer
    }),
  )
const outcomes = (answers: TestResponse[]) =>
  answers.map(({ status, body }) => (status < 400 ? status : body.error)).sort()

/** Forty farmers send five requests each; half of the requests have an Idempotency-Key. */
function bookConcurrently(slot: Slot): Promise<TestResponse[]> {
  return callConcurrently((url, index) =>
    sendRequest(url, 'POST /api/consultations/consultations/', {
      token: farmers[index % farmers.length]?.token,
      body: { slot_id: slot.id },
      headers: index % 4 < 2 ? { 'idempotency-key': `${slot.id} ${index}` } : {},
    }),
  )
}

it('of 200 simultaneous bookings of a slot by 40 farmers on two servers exactly one succeeds, and so does one of 200 approvals', async () => {
  for (const _ of rounds) {
    const slot = await createFreeSlot(server, okello)
    const booked = await bookConcurrently(slot)
    expect(outcomes(booked)).toEqual([201, ...Array(callCount - 1).fill('slot_taken')])
    const { id } = booked.find(({ status }) => status === 201)?.body ?? {}
    const approved = await callConcurrently((url, index) =>
      sendRequest(url, 'PUT /api/consultations/consultations/manage/', {
        token: okello.token,
        body: {
          booking_id: id,
          action: 'approve',
          selected_date: new Date(Date.parse(slot.start_time) + index * 1000).toISOString(),
        },
      }),
    )
    expect(outcomes(approved)).toEqual([200, ...Array(callCount - 1).fill('already_decided')])
  }
  expect(await findInvariantViolations(server.app)).toEqual([])
})
