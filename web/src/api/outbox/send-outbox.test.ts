// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import '../../testing/device-storage.ts'
import '../../testing/browser-stubs.ts'
import { loadCatalogs, setLocale } from '../../i18n/i18n.ts'
import { makeUser } from '../../testing/users.ts'
import { OfflineError, toApiError } from '../errors.ts'
import { startSession } from '../session/session.ts'
import { makeItem } from './outbox-item.ts'
import { getItem, listItems, putItem } from './outbox-store.ts'
import { registerSenders, sendFromForm, sendOutbox } from './send-outbox.ts'

const ownerId = makeUser('farmer').id
const comment = { postId: '7', postTitle: 'Orange dots', content: 'Mine had it too.' }
const makeComment = (key: string) => makeItem('comment', comment, key)
const send = () => sendOutbox(new QueryClient())
const foreign = (status: number, body?: unknown) => () => toApiError(status, body)
const own = (status: number, error: string) => foreign(status, { status, error, message: 'A sentence.' })

/** Rejects every attempt to send a comment with an error, except those whose key is `good`. */
function failWith(error: unknown): string[] {
  const attempts: string[] = []
  registerSenders({
    comment: async (_client, { key }) => {
      attempts.push(key)
      if (key !== 'good') throw error
      return undefined
    },
  })
  return attempts
}

beforeAll(async () => {
  await loadCatalogs('common')
  await setLocale('en')
})
beforeEach(() => {
  startSession({ access: 'access', refresh: 'refresh', user: makeUser('farmer') })
})

describe('an item that could not be sent', () => {
  const page = '<html>Sign in</html>'
  it.each([
    ['400 of Kutu', own(400, 'validation_failed'), 'refused', 'done'],
    ['403 of Kutu', own(403, 'forbidden'), 'refused', 'done'],
    ['404 of Kutu', own(404, 'not_found'), 'refused', 'done'],
    ['409 of Kutu', own(409, 'duplicate_response'), 'refused', 'done'],
    ['409 of Kutu about an earlier version', own(409, 'idempotency_key_reused'), 'arrived', 'done'],
    ['422 of Kutu', own(422, 'not_a_leaf'), 'refused', 'done'],
    ['409 of Kutu about an attempt in progress', own(409, 'request_in_progress'), 'waiting', 'waiting'],
    ['401 of Kutu', own(401, 'unauthenticated'), 'waiting', 'waiting'],
    ['403 of Kutu about the account', own(403, 'password_change_required'), 'waiting', 'waiting'],
    ['408 of Kutu', own(408, 'too_slow'), 'waiting', 'waiting'],
    ['425 of Kutu', own(425, 'too_early'), 'waiting', 'waiting'],
    ['429 of Kutu', own(429, 'too_many_requests'), 'waiting', 'failing'],
    ['500 of Kutu', own(500, 'internal'), 'waiting', 'failing'],
    ['503 of Kutu', own(503, 'overloaded'), 'waiting', 'failing'],
    ['200 with a page', foreign(200, page), 'waiting', 'waiting'],
    ['403 with a page', foreign(403, page), 'waiting', 'waiting'],
    ['404 with a page', foreign(404, page), 'waiting', 'waiting'],
    ['413 with a page', foreign(413, page), 'waiting', 'waiting'],
    ['502 with a page', foreign(502, page), 'waiting', 'failing'],
    ['404 without a body', foreign(404), 'waiting', 'waiting'],
    ['403 of another API', foreign(403, { error: 'forbidden', message: 'No.' }), 'waiting', 'waiting'],
    ['404 of a gateway', own(404, 'Not Found'), 'waiting', 'waiting'],
    [
      '400 with the status of another reply',
      foreign(400, { status: 404, error: 'not_found', message: 'No.' }),
      'waiting',
      'waiting',
    ],
    ['a lost request', () => new OfflineError(), 'waiting', 'waiting'],
    ['an error of the browser', () => new TypeError('of the browser'), 'waiting', 'waiting'],
  ])('%s', async (_title, makeError, state, progress) => {
    const attempts = failWith(makeError())
    await putItem({ ...makeComment('bad'), createdAt: '2026-11-20T08:00:00.000Z' })
    await putItem({ ...makeComment('good'), createdAt: '2026-11-20T09:00:00.000Z' })
    expect(await send()).toBe(progress)
    // The one after it goes out all the same.
    expect(attempts).toEqual(['bad', 'good'])
    expect((await listItems(ownerId)).map(item => [item.key, item.state.kind])).toEqual([['bad', state]])
    await send()
    expect(attempts.slice(2)).toEqual(state === 'waiting' ? ['bad'] : [])
  })
})

describe('an item that a form sends', () => {
  it('is in the outbox meanwhile, where no other attempt starts and a closed page leaves it waiting', async () => {
    const attempts = failWith(new OfflineError())
    let reply = (_text: string): void => undefined
    const sent = sendFromForm(
      makeComment('form'),
      () =>
        new Promise<string>(resolve => {
          reply = resolve
        }),
    )
    await expect.poll(async () => (await listItems(ownerId)).map(({ state }) => state.kind)).toEqual(['sending'])
    expect((await getItem('form'))?.state).toEqual({ kind: 'waiting' })
    expect(await send()).toBe('waiting')
    expect(attempts).toEqual([])
    reply('sent')
    expect(await sent).toBe('sent')
    expect((await listItems(ownerId)).map(({ state }) => state.kind)).toEqual(['waiting'])
  })

  it('is not sent while another tab sends it', async () => {
    const attempts = failWith(new OfflineError())
    await putItem(makeComment('held'))
    const request = vi.spyOn(navigator.locks, 'request')
    request.mockImplementation((async (_name: string, _options: object, callback: (lock: null) => unknown) =>
      callback(null)) as typeof navigator.locks.request)
    expect(await send()).toBe('waiting')
    expect(request).toHaveBeenCalledWith('outbox-held', { ifAvailable: true }, expect.any(Function))
    expect(attempts).toEqual([])
    request.mockRestore()
    await send()
    expect(attempts).toEqual(['held'])
  })
})
