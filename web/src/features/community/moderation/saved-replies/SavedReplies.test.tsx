// @vitest-environment happy-dom
import type { SavedReply } from '@kutu/contract/community/saved-replies'
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond } from '../../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../../testing/render-screen.tsx'
import { makeUser } from '../../../../testing/users.ts'
import { SavedReplies } from './SavedReplies.tsx'

const list = 'GET /api/community/saved-replies/'
const expert = makeUser('expert')
const own: SavedReply = {
  id: 'one',
  title: 'Rust',
  content: 'Remove the sick leaves.',
  article: 'maize-common-rust',
  is_shared: false,
  author: { id: expert.id, username: expert.username },
}
const shared: SavedReply = { ...own, id: 'two', title: 'Weeds', is_shared: true, author: { id: 'x', username: 'acen' } }
const respondWith = (...results: SavedReply[]) =>
  respond(list, { count: results.length, next: null, previous: null, results })

function Draft({ initial }: { initial: string }) {
  const [text, setText] = useState(initial)
  return (
    <>
      <output>{text}</output>
      <textarea aria-label="Elsewhere" />
      <SavedReplies crop="MAIZE" text={text} onInsert={setText} />
    </>
  )
}
async function render(initial = '') {
  const { user } = await renderScreen(<Draft initial={initial} />, {
    user: expert,
    catalogs: ['community', 'moderation'],
    path: '/account',
  })
  return user
}
const open = async (user: Awaited<ReturnType<typeof render>>) =>
  user.click(screen.getByRole('button', { name: 'Saved replies' }))

describe('saved replies', () => {
  it('are inserted after what is written, with the article', async () => {
    respondWith(own, shared)
    const user = await render('Hello Amina.')
    await open(user)
    await user.click(await screen.findByRole('button', { name: 'Insert “Rust”' }))
    const url = `${window.location.origin}/learn/maize-common-rust`
    expect(document.querySelector('output')?.textContent).toBe(`Hello Amina.\n\nRemove the sick leaves.\n\n${url}`)
    expect(screen.queryByRole('button', { name: 'Insert “Rust”' })).toBeNull()
  })

  it('are inserted by their number in the open list', async () => {
    respondWith(own, shared)
    const user = await render('Hello Amina.')
    await open(user)
    expect(await screen.findByRole('button', { name: 'Insert “Weeds”' })).toBeTruthy()
    await user.keyboard('3')
    expect(document.querySelector('output')?.textContent).toBe('Hello Amina.')
    await user.keyboard('2')
    await expect.poll(() => document.querySelector('output')?.textContent).toContain('Remove the sick leaves.')
    expect(screen.queryByRole('button', { name: 'Insert “Weeds”' })).toBeNull()
  })

  it('are offered one for each disease to an expert who has none, in three languages', async () => {
    respondWith(shared)
    respond('POST /api/community/saved-replies/starters/', { added: 1 })
    const user = await render()
    await open(user)
    expect(await screen.findByText('No saved replies yet')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Kiswahili' }))
    respondWith(own, shared)
    await user.click(screen.getByRole('button', { name: 'Start with one reply for each disease' }))
    expect(await screen.findByRole('button', { name: 'Insert “Rust”' })).toBeTruthy()
    expect(screen.queryByText('No saved replies yet')).toBeNull()
    expect(receivedRequests.find(({ body }) => body)?.body).toEqual({ language: 'sw' })
  })

  it('of others can be inserted only', async () => {
    respondWith(own, shared)
    const user = await render()
    await open(user)
    expect(await screen.findByText('Shared by acen')).toBeTruthy()
    expect(
      screen.getAllByRole('button', { name: /^(Edit|Delete)/ }).map(button => button.getAttribute('aria-label')),
    ).toEqual(['Edit “Rust”', 'Delete “Rust”'])
  })

  it('are created from the written text', async () => {
    respond('POST /api/community/saved-replies/', own)
    const user = await render('Remove the sick leaves.')
    await user.click(screen.getByRole('button', { name: 'Save this text' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Title'), 'Rust')
    await user.click(dialog.getByLabelText('Share with other experts'))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await expect.poll(getNotices).toEqual(['Reply saved'])
    expect(receivedRequests.map(({ body }) => body)).toEqual([
      { title: 'Rust', content: 'Remove the sick leaves.', article: null, is_shared: true },
    ])
  })

  it('are deleted after a question', async () => {
    respondWith(own)
    respond('DELETE /api/community/saved-replies/{id}/', undefined)
    const user = await render()
    await open(user)
    await user.click(await screen.findByRole('button', { name: 'Delete “Rust”' }))
    respondWith()
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await expect.poll(getNotices).toEqual(['Reply deleted'])
    expect(await screen.findByText('No saved replies yet')).toBeTruthy()
  })

  it('show placeholders while they load, and why they cannot be loaded', async () => {
    neverRespond(list)
    const user = await render()
    await open(user)
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    await open(user)
    goOffline()
    const second = await render()
    await second.click(screen.getAllByRole('button', { name: 'Saved replies' }).at(-1) ?? document.body)
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })
})
