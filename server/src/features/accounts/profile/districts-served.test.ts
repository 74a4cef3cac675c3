import { consultations } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFreeSlot } from '../../../testing/features/consultations.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

const path = '/api/account/districts-served/'
const show = async ({ token }: TestUser) => (await server.request(`GET ${path}`, { token })).body.districts
const change = ({ token }: TestUser, ...districts: string[]) =>
  server.request(`PUT ${path}`, { token, body: { districts } })
const mbale = { code: 'UG-mbale', name: 'Mbale' }
const tororo = { code: 'UG-tororo', name: 'Tororo' }

describe('the districts that an expert serves', () => {
  it('are none at first, and are replaced', async () => {
    const okello = await signUpExpert(server)
    expect(await show(okello)).toEqual([])
    expect((await change(okello, 'UG-tororo', 'UG-mbale', 'UG-mbale')).body.districts).toEqual([mbale, tororo])
    expect(await show(okello)).toEqual([mbale, tororo])
    await change(okello, 'UG-tororo')
    expect(await show(okello)).toEqual([tororo])
    await change(okello)
    expect(await show(okello)).toEqual([])
  })

  it('must exist, and are at most 40', async () => {
    const okello = await signUpExpert(server)
    const unknown = await change(okello, 'UG-mbale', 'UG-atlantis')
    expect([unknown.status, unknown.body.errors[0].field]).toEqual([400, 'districts.1'])
    expect((await change(okello, ...Array.from({ length: 41 }, () => 'UG-mbale'))).status).toBe(400)
    expect(await show(okello)).toEqual([])
  })

  it('are no business of farmers', async () => {
    expect((await change(grace, 'UG-mbale')).status).toBe(403)
    expect((await server.request(`GET ${path}`, { token: grace.token })).status).toBe(403)
  })

  it('are replaced completely when two devices change them at the same time', async () => {
    const okello = await signUpExpert(server)
    const answers = await Promise.all([change(okello, 'UG-mbale', 'UG-gulu'), change(okello, 'UG-tororo', 'UG-gulu')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await show(okello)).toHaveLength(2)
  })

  it('filter the slots, name themselves on each slot, and are among the options', async () => {
    const [okello, acen] = [await signUpExpert(server), await signUpExpert(server)]
    await change(okello, 'UG-mbale', 'UG-tororo')
    await change(acen, 'UG-lira')
    const [slot] = [await createFreeSlot(server, okello), await createFreeSlot(server, acen)]
    const list = async (district: string) =>
      consultations.listSlots.reply.parse(
        (
          await server.request('GET /api/consultations/availability-slots/all/', {
            token: grace.token,
            query: { district },
          })
        ).body,
      )
    expect((await list('UG-mbale')).map(({ id, expert }) => [id, expert.districts])).toEqual([
      [slot.id, [mbale, tororo]],
    ])
    expect(await list('UG-gulu')).toEqual([])
    const { body } = await server.request('GET /api/consultations/availability-slots/filters/', { token: grace.token })
    expect(body.districts).toEqual([{ code: 'UG-lira', name: 'Lira' }, mbale, tororo])
  })
})
