// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildPost } from '../../../testing/fixtures/community.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { MyPosts } from './MyPosts.tsx'

const list = 'GET /api/community/posts/mine/'
const withdraw = 'DELETE /api/community/posts/{id}/'
const render = () =>
  renderScreen(<MyPosts />, { user: 'farmer', catalogs: ['community'], path: '/account/addresses/my-posts' })

describe('the posts of a farmer', () => {
  it('shows placeholders while they load', async () => {
    neverRespond(list)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('leads to the form when there are none', async () => {
    respond(list, [])
    await render()
    expect(await screen.findByText('You have not posted yet')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Make Post' })
    expect(link.getAttribute('href')).toBe('/account/addresses/community-posts')
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(list, [buildPost()])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'Orange dots on maize' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it('shows the status of each post; only a pending one can be edited', async () => {
    const flagged = buildPost({ id: '8', title: 'Cheap seed', status: 'flagged', flag_reason: 'It is advertising.' })
    respond(list, [buildPost(), flagged])
    await render()
    const pending = within(await screen.findByRole('article', { name: 'Orange dots on maize' }))
    expect(pending.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/account/addresses/my-posts/7/edit')
    const card = within(screen.getByRole('article', { name: 'Cheap seed' }))
    expect(card.getByText('An expert flagged this post. Only you can see it.')).toBeTruthy()
    expect(card.getByText(/It is advertising\./)).toBeTruthy()
    expect(card.queryByRole('link', { name: 'Edit' })).toBeNull()
  })

  it('withdraws a post after a confirmation', async () => {
    respond(list, [buildPost()])
    respond(withdraw, undefined)
    const { user } = await render()
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Withdraw this post?')).toBeTruthy()
    respond(list, [])
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('You have not posted yet')).toBeTruthy()
    expect(getNotices()).toEqual(['Your post has been withdrawn'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === withdraw)?.params).toMatchObject({ id: '7' })
  })
})
