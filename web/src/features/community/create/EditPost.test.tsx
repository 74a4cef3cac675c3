// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildPost } from '../../../testing/fixtures/community.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { EditPost } from './EditPost.tsx'

const get = 'GET /api/community/posts/{id}/'
const edit = 'PUT /api/community/posts/{id}/'
const farmer = makeUser('farmer')
const own = { ...buildPost({ farmer: { id: farmer.id, username: 'grace' } }), my_responses: [] }
const render = () =>
  renderScreen(<EditPost />, {
    user: farmer,
    catalogs: ['community'],
    path: '/account/addresses/my-posts/7/edit',
    route: '/account/addresses/my-posts/:id/edit',
  })

describe('the form to edit a post', () => {
  it('shows no form while the post loads', async () => {
    neverRespond(get)
    await render()
    expect(screen.getByRole('heading', { name: 'Edit your post' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })

  it('does not show the post of another farmer', async () => {
    respond(get, { ...buildPost(), my_responses: [] })
    await render()
    expect(await screen.findByText('This post cannot be found')).toBeTruthy()
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(get, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(get, own)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
  })

  it('links to a post that an expert has decided about', async () => {
    respond(get, { ...own, status: 'flagged' })
    await render()
    expect(await screen.findByText(/An expert has already decided/)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'See the post' })
    expect(link.getAttribute('href')).toBe('/account/addresses/my-posts/7')
  })

  it('saves the changes and returns to My posts', async () => {
    respond(get, own)
    respond(edit, own)
    const { user, getPath } = await render()
    await user.type(await screen.findByLabelText('Title'), ', all of them')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Another screen')).toBeTruthy()
    expect(getPath()).toBe('/account/addresses/my-posts')
    expect(getNotices()).toEqual(['Your post has been changed'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === edit)?.body).toMatchObject({
      title: 'Orange dots on maize, all of them',
      crop_type: 'MAIZE',
    })
  })
})
