// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildPost, buildResponse } from '../../../testing/fixtures/community.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { PostPage } from './PostPage.tsx'

const get = 'GET /api/community/posts/{id}/'
const farmer = makeUser('farmer')
const approved = { ...buildPost({ status: 'approved', is_approved: true }), my_responses: [] }
const render = () =>
  renderScreen(<PostPage />, {
    user: farmer,
    catalogs: ['community'],
    path: '/account/addresses/community-posts/7',
    route: '/account/addresses/:list/:id',
  })

describe('the page of one post', () => {
  it('shows a placeholder while it loads', async () => {
    neverRespond(get)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('says so when there is no such post', async () => {
    respondWithError(get, 'not_found')
    await render()
    expect(await screen.findByText('This post cannot be found')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(get, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(get, approved)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: approved.title })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
  })

  it('shows a post with its comments, the own pending ones first', async () => {
    const own = buildResponse({ content: 'Ours too.', author: { id: farmer.id, username: 'grace', role: 'farmer' } })
    respond(get, { ...approved, my_responses: [own] })
    await render()
    expect(await screen.findByRole('heading', { level: 1, name: approved.title })).toBeTruthy()
    expect(screen.getByText('Ours too.')).toBeTruthy()
    expect(screen.getByText('Yours, waiting for approval')).toBeTruthy()
  })

  it('moves an own post to My posts, where it can be edited', async () => {
    respond(get, { ...buildPost({ farmer: { id: farmer.id, username: 'grace' } }), my_responses: [] })
    const { getPath } = await render()
    expect(await screen.findByRole('link', { name: 'Edit' })).toBeTruthy()
    expect(getPath()).toBe('/account/addresses/my-posts/7')
    expect(screen.queryByRole('heading', { name: 'Comments' })).toBeNull()
  })
})
