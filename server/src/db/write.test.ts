import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { once } from '../http/idempotency.ts'
import { farmer } from '../testing/people.ts'
import { type World, world } from '../testing/world.ts'
import type { Tx } from './database.ts'
import { write } from './write.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const hold = (tx: Tx, lock: number) => sql`select pg_advisory_xact_lock(${lock})`.execute(tx)

/** Two works that take the same two locks in opposite orders, each its first before either its second. */
function circle() {
  let ran = 0
  let arrived = 0
  let open: () => void = () => undefined
  const bothHoldOne = new Promise<void>(resolve => {
    open = resolve
  })
  const work = (first: number, second: number) => async (tx: Tx) => {
    ran++
    await hold(tx, first)
    if (++arrived === 2) open()
    await bothHoldOne
    await hold(tx, second)
    return first
  }
  return { there: work(1, 2), back: work(2, 1), ran: () => ran }
}

describe('a transaction that the database ends to undo a deadlock', () => {
  it('is made again, and both succeed', async () => {
    const { there, back, ran } = circle()
    expect(await Promise.all([write(w.app, there), write(w.app, back)])).toEqual([1, 2])
    expect(ran()).toBe(3)
  })

  it('is made again with the key of its request, which it then answers once', async () => {
    const { there, back, ran } = circle()
    const { id: scope } = await farmer(w)
    const attempt = (key: string) => ({ scope, key, call: 'a test', requestHash: 'the same' })
    const asked = (key: string, work: (tx: Tx) => Promise<number>) =>
      once(w.app, attempt(key), async app => ({ status: 201, reply: await write(app, work) }))
    const answers = await Promise.all([asked('there', there), asked('back', back)])
    expect(answers.map(({ reply }) => reply)).toEqual([1, 2])
    expect(ran()).toBe(3)
    expect(await asked('there', there)).toEqual({ status: 201, reply: 1 })
    expect(ran()).toBe(3)
  })
})

it('a transaction that never finds a good moment is given up, and one that is refused is not made again', async () => {
  let ran = 0
  const failing = (code: string) =>
    write(w.app, async tx => {
      ran++
      await sql`do ${sql.raw(`$$ begin raise exception 'not now' using errcode = '${code}'; end $$`)}`.execute(tx)
    })
  await expect(failing('40001')).rejects.toThrow('not now')
  expect(ran).toBe(4)
  await expect(failing('23514')).rejects.toThrow('not now')
  expect(ran).toBe(5)
})
