import type { Slot } from '@kutu/contract/consultations'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { crowd } from '../testing/crowd.ts'
import { expert, type Person } from '../testing/people.ts'
import { serversOn, sharedSecrets } from '../testing/server-process.ts'
import { brokenInvariants } from '../testing/slot-invariants.ts'
import { freeSlot } from '../testing/slots.ts'
import { type Answered, callOver, type World, world } from '../testing/world.ts'

const rounds = [0, 1, 2]
const calls = 200

let w: World
let servers: Awaited<ReturnType<typeof serversOn>>
let farmers: Person[]
let okello: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto', tokenSecret: sharedSecrets.TOKEN_SECRET })
  farmers = await crowd(w, 40)
  okello = await expert(w)
  // Last: their workers would send the letters that sign-up reads.
  servers = await serversOn(w, 2)
})
afterAll(async () => {
  await servers.stop()
  await w.close()
})

const atOnce = (ask: (url: string, at: number) => Promise<Answered>) =>
  Promise.all(Array.from({ length: calls }, (_, at) => ask(servers.urls[at % servers.urls.length] ?? '', at)))
const outcomes = (answers: Answered[]) => answers.map(({ status, body }) => (status < 400 ? status : body.error)).sort()

/** By 40 farmers, half of whom may ask again with the key of their request; each asks five times. */
function bookedByAll(slot: Slot): Promise<Answered[]> {
  return atOnce((url, at) =>
    callOver(url, 'POST /api/consultations/consultations/', {
      token: farmers[at % farmers.length]?.token,
      body: { slot_id: slot.id },
      headers: at % 4 < 2 ? { 'idempotency-key': `${slot.id} ${at}` } : {},
    }),
  )
}

it('of 200 bookings of a slot by 40 farmers at two servers one is made, and of 200 approvals of it, too', async () => {
  for (const _ of rounds) {
    const slot = await freeSlot(w, okello)
    const booked = await bookedByAll(slot)
    expect(outcomes(booked)).toEqual([201, ...Array(calls - 1).fill('slot_taken')])
    const { id } = booked.find(({ status }) => status === 201)?.body ?? {}
    const approved = await atOnce((url, at) =>
      callOver(url, 'PUT /api/consultations/consultations/manage/', {
        token: okello.token,
        body: {
          booking_id: id,
          action: 'approve',
          selected_date: new Date(Date.parse(slot.start_time) + at * 1000).toISOString(),
        },
      }),
    )
    expect(outcomes(approved)).toEqual([200, ...Array(calls - 1).fill('already_decided')])
  }
  expect(await brokenInvariants(w.app)).toEqual([])
})
