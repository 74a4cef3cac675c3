import type { Post } from '@kutu/contract/community/community'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadCatalogs, setLocale } from '../../../../i18n/i18n.ts'
import { stubGlobals } from '../../../../testing/stub-globals.ts'
import { currentToasts, dismissToast, runNewestToastAction } from '../../../../ui/feedback/toasts.ts'
import { buildPost } from '../../shared/fixtures.ts'
import { delayApproval, isApproving, undoApproval } from './delayed-approvals.ts'

const page = new EventTarget()
let sent: string[]
const send = async (approvedPosts: readonly Post[]) => {
  sent.push(approvedPosts.map(({ id }) => id).join())
}
const buildPosts = (...ids: string[]) => ids.map(id => buildPost({ id }))
const flushPromises = () => new Promise(resolve => setTimeout(resolve))

beforeAll(async () => {
  stubGlobals({ window: page, document: { documentElement: {} }, localStorage: { getItem: () => 'en' } })
  await loadCatalogs('common', 'moderation')
  await setLocale('en')
})
beforeEach(() => {
  sent = []
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await flushPromises()
})

describe('an approval', () => {
  it('is sent when its toast closes, not before', async () => {
    delayApproval(buildPosts('1'), send)
    const [notice] = currentToasts()
    expect(notice).toMatchObject({ title: 'Approving', message: 'The post is approved when this notice closes.' })
    expect([sent, isApproving('1')]).toEqual([[], true])
    dismissToast(notice?.id ?? 0)
    await flushPromises()
    expect([sent, isApproving('1')]).toEqual([['1'], false])
  })

  it('is never sent after an undo', async () => {
    delayApproval(buildPosts('1'), send)
    runNewestToastAction()
    expect(isApproving('1')).toBe(false)
    page.dispatchEvent(new Event('pagehide'))
    await flushPromises()
    expect(sent).toEqual([])
  })

  it('of several posts is sent as one request; undoing one keeps the others', async () => {
    delayApproval(buildPosts('1', '2', '3'), send)
    undoApproval('2')
    expect([isApproving('1'), isApproving('2')]).toEqual([true, false])
    for (const { id } of currentToasts()) dismissToast(id)
    await flushPromises()
    expect(sent).toEqual(['1,3'])
  })

  it('closes its toast when its last post is undone', () => {
    delayApproval(buildPosts('1'), send)
    undoApproval('1')
    expect(currentToasts()).toEqual([])
  })

  it('is sent when the page is left', async () => {
    delayApproval(buildPosts('1'), send)
    page.dispatchEvent(new Event('pagehide'))
    await flushPromises()
    expect(sent).toEqual(['1'])
  })

  it('cannot be undone while it is being sent', async () => {
    let resolveSend: () => void = () => undefined
    delayApproval(
      buildPosts('1'),
      () =>
        new Promise<void>(resolve => {
          resolveSend = resolve
        }),
    )
    for (const { id } of currentToasts()) dismissToast(id)
    undoApproval('1')
    expect(isApproving('1')).toBe(true)
    resolveSend()
    await flushPromises()
    expect(isApproving('1')).toBe(false)
  })
})
