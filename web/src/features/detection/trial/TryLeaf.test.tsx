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
// real browser, and how they look in TrialAnswer.test.tsx.
const activeModel = 'GET /analysis/active-model/'
const choose = (user: UserEvent) => user.upload(screen.getByLabelText('Choose a photo'), makePhoto())
const render = () => renderScreen(<TryLeaf />, { catalogs: ['trial'] })

// The screen loads it on demand, which takes a while on a busy machine.
beforeAll(() => import('./TrialCheck.tsx'))

let tests = 0
beforeEach(() => {
  // Later than the pause between two requests for the active version.
  vi.setSystemTime(testTime.getTime() + ++tests * 60_000)
  respondWithError(activeModel, 'internal')
})

describe('checking a leaf without an account', () => {
  it('offers to take or choose a photo, and the field guide', async () => {
    await render()
    expect(screen.getByRole('heading', { name: 'Check a leaf' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Take a photo' })).toBeTruthy()
    const link = await screen.findByRole('link', { name: /field guide/ })
    expect(link.getAttribute('href')).toBe('/learn')
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
    expect(await screen.findByText('This phone could not check the photo. Please try again.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('This phone could not check the photo. Please try again.')).toBeTruthy()
    expect(receivedRequests.filter(({ endpoint }) => endpoint !== activeModel)).toEqual([])
  })

  it('says that the first time needs a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user } = await render()
    await choose(user)
    expect(await screen.findByText('There is no network. Kutu needs it once, the first time.')).toBeTruthy()
  })

  it('asks before the download while data is saved, and the photo waits', async () => {
    localStorage.setItem('dataSaver', 'on')
    const { user } = await render()
    const agree = await screen.findByRole('button', { name: /^Download .+[kM]B$/ })
    await choose(user)
    expect(await screen.findByAltText('The photo you chose')).toBeTruthy()
    expect(screen.queryByText('This phone could not check the photo. Please try again.')).toBeNull()
    expect(receivedRequests).toEqual([])
    await user.click(agree)
    expect(await screen.findByText('This phone could not check the photo. Please try again.')).toBeTruthy()
  })
})
