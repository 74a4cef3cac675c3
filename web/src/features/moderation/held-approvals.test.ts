import type { Post } from '@kutu/contract/community'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadText, speak } from '../../text/say.ts'
import { currentToasts, removeToast, runNewestToastAction } from '../../ui/toasts.ts'
import { aPost } from './examples.ts'
import { holdApproval, isApproving, undoApproval } from './held-approvals.ts'

const page = new EventTarget()
let sent: string[]
const send = async (posts: readonly Post[]) => {
  sent.push(posts.map(({ id }) => id).join())
}
const posts = (...ids: string[]) => ids.map(id => aPost({ id }))
const settled = () => new Promise(resolve => setTimeout(resolve))

beforeAll(async () => {
  Object.assign(globalThis, { window: page, document: { documentElement: {} }, localStorage: { getItem: () => 'en' } })
  await loadText('common', 'moderation')
  await speak('en')
})
beforeEach(() => {
  sent = []
})
afterEach(async () => {
  for (const { id } of currentToasts()) removeToast(id)
  await settled()
})

describe('an approval', () => {
  it('is sent once its notice goes, and not before', async () => {
    holdApproval(posts('1'), send)
    const [notice] = currentToasts()
    expect(notice).toMatchObject({ title: 'Approving', message: 'The post is approved when this notice closes.' })
    expect([sent, isApproving('1')]).toEqual([[], true])
    removeToast(notice?.id ?? 0)
    await settled()
    expect([sent, isApproving('1')]).toEqual([['1'], false])
  })

  it('taken back is never sent', async () => {
    holdApproval(posts('1'), send)
    runNewestToastAction()
    expect(isApproving('1')).toBe(false)
    page.dispatchEvent(new Event('pagehide'))
    await settled()
    expect(sent).toEqual([])
  })

  it('of several posts goes as one; one of them taken back leaves the others', async () => {
    holdApproval(posts('1', '2', '3'), send)
    undoApproval('2')
    expect([isApproving('1'), isApproving('2')]).toEqual([true, false])
    for (const { id } of currentToasts()) removeToast(id)
    await settled()
    expect(sent).toEqual(['1,3'])
  })

  it('whose last post is taken back takes its notice away', () => {
    holdApproval(posts('1'), send)
    undoApproval('1')
    expect(currentToasts()).toEqual([])
  })

  it('stands though the page is left meanwhile', async () => {
    holdApproval(posts('1'), send)
    page.dispatchEvent(new Event('pagehide'))
    await settled()
    expect(sent).toEqual(['1'])
  })

  it('on its way can no longer be taken back', async () => {
    let answer: () => void = () => undefined
    holdApproval(
      posts('1'),
      () =>
        new Promise<void>(resolve => {
          answer = resolve
        }),
    )
    for (const { id } of currentToasts()) removeToast(id)
    undoApproval('1')
    expect(isApproving('1')).toBe(true)
    answer()
    await settled()
    expect(isApproving('1')).toBe(false)
  })
})
