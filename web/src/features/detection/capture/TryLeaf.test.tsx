// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { neverRespond, receivedRequests, respondWithError } from '../../../testing/api-server.ts'
import '../../../testing/device-storage.ts'
import { makePhoto } from '../../../testing/photos.ts'
import { renderScreen, testTime } from '../../../testing/render-screen.tsx'
import { TryLeaf } from './TryLeaf.tsx'

// The test environment has no workers, like a browser that cannot run the model. Answers of the model are tested in a
// real browser, and how a visitor saves one in SaveAnswer.test.tsx. The form itself: UploadImage.test.tsx.
const activeModel = 'GET /analysis/active-model/'
const choose = async (user: UserEvent) => user.upload(await screen.findByLabelText('Choose a photo'), makePhoto())
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Process Image' }))
const unable = 'This phone could not check the photo. Please try again.'
const findUnable = async () => (await screen.findAllByText(unable)).length
const render = (user?: 'farmer') =>
  renderScreen(<TryLeaf />, { catalogs: ['trial'], path: '/try', route: '/try', ...(user && { user }) })

// The screen loads it on demand, which takes a while on a busy machine.
beforeAll(() => import('./CheckLeaf.tsx'))

let tests = 0
beforeEach(() => {
  // Later than the pause between two requests for the active version.
  vi.setSystemTime(testTime.getTime() + ++tests * 60_000)
  respondWithError(activeModel, 'internal')
})

describe('checking a leaf without an account', () => {
  it('asks for the photo and the crop like Upload Image, and leads to the field guide', async () => {
    await render()
    expect(await screen.findByRole('button', { name: 'Take a photo' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Check a leaf' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Beans' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Process Image' })).toBeTruthy()
    expect(screen.getByRole('link', { name: /field guide/ }).getAttribute('href')).toBe('/learn')
  })

  it('leads a farmer who is signed in to Upload Image, which keeps a history', async () => {
    const { getPath } = await render('farmer')
    expect(getPath()).toBe('/account/addresses/image-analysis')
  })

  it('shows the size and the progress of the download', async () => {
    neverRespond(activeModel)
    // It may be gone before anybody looks: without a worker the download fails within a second.
    const labels: (string | null | undefined)[] = []
    new MutationObserver(() => labels.push(document.querySelector('progress')?.getAttribute('aria-label'))).observe(
      document.body,
      { childList: true, subtree: true },
    )
    await render()
    await expect.poll(() => labels).toContainEqual(expect.stringMatching(/^Getting the leaf checker \(.+[kM]B\)/))
  })

  it('says when this phone cannot check the photo, tries again, and sends nothing', async () => {
    const { user } = await render()
    await choose(user)
    await submit(user)
    expect(await findUnable()).toBeGreaterThan(0)
    await submit(user)
    expect(await findUnable()).toBeGreaterThan(0)
    expect(screen.getByAltText('The photo you chose')).toBeTruthy()
    expect(receivedRequests.filter(({ endpoint }) => endpoint !== activeModel)).toEqual([])
  })

  it('says that the first time needs a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = await render()
    await choose(user)
    await submit(user)
    expect((await screen.findAllByText('There is no network. Kutu needs it once, the first time.')).length).toBe(2)
  })

  it('asks before the download while data is saved, and the photo waits', async () => {
    localStorage.setItem('dataSaver', 'on')
    const { user } = await render()
    const agree = await screen.findByRole('button', { name: /^Download .+[kM]B$/ })
    await choose(user)
    expect(await screen.findByAltText('The photo you chose')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Process Image' })).toBeNull()
    expect(receivedRequests).toEqual([])
    await user.click(agree)
    await submit(user)
    expect(await findUnable()).toBeGreaterThan(0)
  })
})
