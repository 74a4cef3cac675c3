// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  goOffline,
  neverRespond,
  receivedRequests,
  respond,
  respondLater,
  respondWithError,
  respondWithPage,
} from '../../../testing/api-server.ts'
import '../../../testing/device-storage.ts'
import { listItems } from '../../../api/outbox/outbox-store.ts'
import { registerSenders } from '../../../api/outbox/send-outbox.ts'
import { makeAnalysis, makePlantPhoto } from '../../../testing/fixtures/detection.ts'
import { makeDatedPhoto, makePhoto, makeTaggedPhoto, secretPlace } from '../../../testing/photos.ts'
import { getNotices, renderScreen, testTime } from '../../../testing/render-screen.tsx'
import { makeListPage } from '../../../testing/screen-states.tsx'
import { makeUser } from '../../../testing/users.ts'
import { sendPhoto } from '../outbox/send.ts'
import { UploadImage } from './CheckLeaf.tsx'

// The test environment has no workers, like a browser that cannot run the model: the server answers alone. The answers of
// the model are tested in a real browser.
const upload = 'POST /analysis/rust-detection/'
const list = 'GET /analysis/rust-detection/'
const activeModel = 'GET /analysis/active-model/'

const getInput = (label = 'Photo of one leaf') => screen.getByRole('group', { name: label })
const choose = (user: UserEvent, photo = makePhoto()) => user.upload(screen.getByLabelText('Choose a photo'), photo)
const getInputError = () => document.getElementById(getInput().getAttribute('aria-describedby') ?? '')?.textContent
const drop = (...files: File[]) => fireEvent.drop(getInput(), { dataTransfer: { files } })
const waitForEnd = () => expect.poll(() => screen.queryByRole('button', { name: 'Stop' })).toBeNull()
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Process Image' }))
const findSent = () => receivedRequests.filter(({ endpoint }) => endpoint.startsWith('POST'))
const listOutboxStates = async () => (await listItems(makeUser('farmer').id)).map(({ state }) => state.kind)
const daysBefore = (days: number) => new Date(testTime.getTime() - days * 24 * 3600_000)
const makeFileOf = (time: Date) =>
  new File([makePhoto()], 'leaf.jpg', { type: 'image/jpeg', lastModified: time.getTime() })
const render = () => renderScreen(<UploadImage />, { user: 'farmer', catalogs: ['detection', 'advice'] })

beforeEach(() => {
  registerSenders({ photo: sendPhoto })
  respond(list, makeListPage())
  respondWithError(activeModel, 'internal')
})

describe('the upload screen without a photo', () => {
  it('offers to take or choose one and shows the history', async () => {
    await render()
    expect(screen.getByRole('heading', { name: 'Upload Image' })).toBeTruthy()
    expect(within(getInput()).getByRole('button', { name: 'Take a photo' })).toBeTruthy()
    expect(within(getInput()).getByRole('button', { name: 'Choose a photo' })).toBeTruthy()
    expect(await screen.findByText('No leaf checked yet')).toBeTruthy()
  })

  it('asks for one when it is processed', async () => {
    const { user } = await render()
    await submit(user)
    const message = 'Please upload an image to process.'
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(getNotices()).toEqual([message])
    expect(findSent()).toEqual([])
  })

  it.each([
    ['a file that is not a photo', [makePhoto('leaf.gif', { type: 'image/gif' })], 'File type not supported'],
    ['a photo of more than 5 MB', [makePhoto('leaf.jpg', { bytes: 5 * 1024 * 1024 + 1 })], 'File too big (max: 5 MB)'],
    ['two photos at once', [makePhoto(), makePhoto('2.jpg')], 'You can only upload one image at a time'],
  ])('rejects %s', async (_title, files, message) => {
    await render()
    drop(...files)
    expect(getNotices()).toEqual([message])
    expect(getInputError()).toBe(message)
    for (const { name } of files) expect(within(getInput()).getByText(name)).toBeTruthy()
    expect(screen.queryByAltText('The photo you chose')).toBeNull()
  })

  it('rejects a file with the name of a photo that cannot be shown', async () => {
    const { user } = await render()
    await choose(user)
    fireEvent.error(await screen.findByAltText('The photo you chose'))
    const message = 'This photo is damaged and cannot be read. Please take it again.'
    expect(getInputError()).toBe(message)
    expect(getNotices()).toEqual([message])
    expect(screen.queryByAltText('The photo you chose')).toBeNull()
  })
})

describe('a photo of more than 5 MB', () => {
  const largePhoto = makePhoto('large.jpg', { bytes: 5 * 1024 * 1024 + 1 })

  /** The worker cannot be loaded. */
  class FailingWorker extends EventTarget {
    postMessage = () => this.dispatchEvent(Object.assign(new Event('error'), { message: 'No network' }))
    terminate = () => undefined
  }
  function stubReducer({ canDecode }: { canDecode: boolean }) {
    vi.stubGlobal('Worker', FailingWorker)
    vi.stubGlobal('OffscreenCanvas', class {})
    vi.stubGlobal('createImageBitmap', async () => {
      if (!canDecode) throw new Error('Not a photo')
      return { close: () => undefined }
    })
  }
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('is announced as too big where the phone cannot reduce it', async () => {
    await render()
    expect(within(getInput()).getByText(/at most 5 MB/)).toBeTruthy()
    expect(screen.queryByText(/made smaller/)).toBeNull()
  })

  it('is announced as made smaller where the phone can reduce it', async () => {
    stubReducer({ canDecode: true })
    await render()
    expect(within(getInput()).getByText(/Larger photos are made smaller/)).toBeTruthy()
    expect(screen.queryByText(/5 MB/)).toBeNull()
  })

  it('is too big at once if the phone cannot decode it', async () => {
    stubReducer({ canDecode: false })
    await render()
    drop(largePhoto)
    await expect.poll(getNotices).toEqual(['File too big (max: 5 MB)'])
    expect(screen.queryByText(/large\.jpg \(/)).toBeNull()
  })

  it('is not sent if reducing it fails', async () => {
    stubReducer({ canDecode: true })
    const { user } = await render()
    await choose(user, largePhoto)
    expect(await screen.findByRole('button', { name: 'Remove the photo' })).toBeTruthy()
    await submit(user)
    await expect.poll(getNotices).toEqual(['File too big (max: 5 MB)'])
    expect(findSent()).toEqual([])
  })
})

describe('the model on this phone', () => {
  it('is announced while it is prepared, and no longer when the browser cannot run it', async () => {
    // Later than the pause between two requests for the active version.
    vi.setSystemTime(testTime.getTime() + 60_000)
    neverRespond(activeModel)
    await render()
    expect(await screen.findByRole('progressbar', { name: /^Getting the leaf checker/ })).toBeTruthy()
    await expect.poll(() => screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByText('This phone can answer without a network, too.')).toBeNull()
  })

  it('is downloaded only on request while data is saved', async () => {
    vi.setSystemTime(testTime.getTime() + 120_000)
    localStorage.setItem('dataSaver', 'on')
    neverRespond(activeModel)
    const { user } = await render()
    const agree = await screen.findByRole('button', { name: /^Download .+[kM]B$/ })
    expect(receivedRequests.map(({ endpoint }) => endpoint)).not.toContain(activeModel)
    await user.click(agree)
    await expect.poll(() => screen.queryByRole('button', { name: /^Download/ })).toBeNull()
    await expect.poll(() => receivedRequests.map(({ endpoint }) => endpoint)).toContain(activeModel)
  })
})

describe('the upload screen with a photo', () => {
  it('shows the photo with its name and size, and removes it on request', async () => {
    const { user } = await render()
    await choose(user)
    expect((await screen.findByAltText<HTMLImageElement>('The photo you chose')).src).toMatch(/^blob:/)
    expect(getInput().textContent).toContain('leaf.jpg')
    expect(screen.getByRole('button', { name: 'Add another leaf of this plant' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Remove the photo' }))
    expect(screen.queryByAltText('The photo you chose')).toBeNull()
    expect(screen.getByRole('button', { name: 'Choose a photo' })).toBeTruthy()
  })

  it('sends photos without the place where they were taken', async () => {
    respond(upload, makeAnalysis())
    respond('POST /analysis/plant-analyses/', { ...makeAnalysis(), photos: [makePlantPhoto(1), makePlantPhoto(2)] })
    const { user } = await render()
    await choose(user, makeTaggedPhoto())
    await submit(user)
    await expect.poll(getNotices).toHaveLength(1)
    await waitForEnd()
    await choose(user, makeTaggedPhoto())
    await user.click(screen.getByRole('button', { name: 'Add another leaf of this plant' }))
    await choose(user, makeTaggedPhoto('2.jpg'))
    expect(await screen.findByAltText('The photo of leaf 2')).toBeTruthy()
    await submit(user)
    await expect.poll(() => findSent().length).toBe(2)
    await waitForEnd()
    for (const { body } of findSent()) {
      expect(body).toContain('filename="leaf.jpg"')
      expect(body).not.toContain(secretPlace)
    }
  })

  it('takes more leaves of the same plant and sends them together', async () => {
    respond('POST /analysis/plant-analyses/', { ...makeAnalysis(), photos: [makePlantPhoto(1), makePlantPhoto(2)] })
    const { user } = await render()
    await choose(user)
    await user.click(screen.getByRole('button', { name: 'Add another leaf of this plant' }))
    expect(getInput('Photo of leaf 2')).toBeTruthy()
    await choose(user, makePhoto('2.jpg'))
    expect(await screen.findByAltText('The photo of leaf 2')).toBeTruthy()
    expect(screen.getByText('2 of 6')).toBeTruthy()
    await submit(user)
    await expect.poll(getNotices).toEqual(['Image analysis successfully done'])
    expect(findSent().map(({ endpoint }) => endpoint)).toEqual(['POST /analysis/plant-analyses/'])
  })

  it('sends it with the crop, shows the server’s answer and empties the form', async () => {
    respond(upload, makeAnalysis())
    const { user } = await render()
    await choose(user)
    await user.click(screen.getByLabelText('Maize'))
    await submit(user)
    const result = within(await screen.findByRole('region', { name: 'The answer' }))
    expect(result.getAllByText('93.00%').length).toBeGreaterThan(0)
    await expect.poll(getNotices).toEqual(['Image analysis successfully done'])
    expect(screen.getByText('Check another leaf')).toBeTruthy()
    expect(screen.queryByAltText('The photo you chose')).toBeNull()
    expect(findSent()[0]?.body).toContain('MAIZE')
    await expect.poll(listOutboxStates).toEqual([])
  })

  it('is sent as another crop, and the crop is chosen again for the next photo', async () => {
    respond(upload, makeAnalysis())
    const { user, unmount } = await render()
    expect(screen.getByLabelText<HTMLInputElement>('Not sure').checked).toBe(true)
    await choose(user)
    await user.click(screen.getByLabelText('Another crop'))
    await submit(user)
    expect(await screen.findByRole('region', { name: 'The answer' })).toBeTruthy()
    expect(findSent()[0]?.body).toContain('OTHER')
    expect(screen.getByLabelText<HTMLInputElement>('Another crop').checked).toBe(true)
    unmount()
    await render()
    expect(screen.getByLabelText<HTMLInputElement>('Another crop').checked).toBe(true)
    await user.click(screen.getByLabelText('Not sure'))
    expect(localStorage.getItem('lastCrop')).toBeNull()
  })

  it('can be stopped but not changed while it is sent', async () => {
    const release = respondLater(upload, makeAnalysis())
    const { user } = await render()
    await choose(user)
    await submit(user)
    await expect.poll(findSent).toHaveLength(1)
    expect(screen.getByRole('button', { name: 'Process Image' }).getAttribute('aria-busy')).toBe('true')
    // Of a double tap on Process Image.
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 2 })
    expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remove the photo' }).disabled).toBe(true)
    expect(await listOutboxStates()).toEqual(['sending'])
    release()
    expect(await screen.findByRole('region', { name: 'The answer' })).toBeTruthy()
    await expect.poll(listOutboxStates).toEqual([])
    await expect.poll(() => screen.queryByRole('button', { name: 'Stop' })).toBeNull()
  })

  it('is sent even when the phone has no room to store it', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    respond(upload, makeAnalysis())
    const { user } = await render()
    await choose(user)
    await submit(user)
    expect(await screen.findByRole('region', { name: 'The answer' })).toBeTruthy()
  })

  it('keeps the photo and draws how to take the next one when the server sees no leaf', async () => {
    const message = 'We see no leaf in this photo.'
    respondWithError(upload, 'not_a_leaf', { message })
    const { user } = await render()
    await choose(user)
    await submit(user)
    await expect.poll(getNotices).toEqual([message])
    expect(getInputError()).toBe(message)
    expect(await screen.findByText('Come closer. One leaf should fill the picture.')).toBeTruthy()
    expect(screen.getByAltText('The photo you chose')).toBeTruthy()
    expect(await listOutboxStates()).toEqual([])
    expect(screen.queryByRole('button', { name: /^(Process Image|Add another leaf)/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Take another photo' }))
    expect(screen.queryByAltText('The photo you chose')).toBeNull()
    expect(getInputError()).toBeUndefined()
    expect(screen.queryByRole('button', { name: 'Take another photo' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Process Image' })).toBeTruthy()
  })

  it('takes the place of the last answer when the next one is chosen', async () => {
    respond(upload, makeAnalysis())
    const { user } = await render()
    await choose(user)
    await submit(user)
    expect(await screen.findByRole('region', { name: 'The answer' })).toBeTruthy()
    await choose(user, makePhoto('2.jpg'))
    expect(screen.queryByRole('region', { name: 'The answer' })).toBeNull()
    expect(await screen.findByAltText('The photo you chose')).toBeTruthy()
  })

  it('opens the choice of a file from an answer that is not sure', async () => {
    respond(upload, makeAnalysis({ verdict: 'uncertain', band: 'uncertain' }))
    const { user } = await render()
    await choose(user)
    await submit(user)
    const opened = vi.spyOn(HTMLInputElement.prototype, 'click')
    await user.click(await screen.findByRole('button', { name: 'Take another photo' }))
    expect(opened).toHaveBeenCalledOnce()
  })

  it.each([
    ['the server has a problem', () => respondWithError(upload, 'internal')],
    ['something else answers', () => respondWithPage(upload, 403)],
    ['the device is offline', goOffline],
  ])('is kept on the phone, although its model does not answer, when %s', async (_title, fail) => {
    fail()
    const { user } = await render()
    await choose(user)
    await submit(user)
    await expect.poll(getNotices).toEqual(['Saved on this phone. It goes out when there is a network.'])
    expect(await screen.findByText('Waiting to be sent')).toBeTruthy()
    expect(within(getInput()).queryByAltText('The photo you chose')).toBeNull()
    expect(await listOutboxStates()).toEqual(['waiting'])
    respond(list, makeListPage())
    respond(upload, makeAnalysis())
    await user.click(screen.getByRole('button', { name: 'Send now' }))
    await expect.poll(listOutboxStates).toEqual([])
  })

  it.each([
    ['three days ago, by its EXIF data', makeDatedPhoto('2026:11:18 07:30:00'), new Date(2026, 10, 18, 7, 30)],
    ['months ago: 30 days', makeDatedPhoto('2026:07:01 07:30:00'), daysBefore(30)],
    ['in the future: now', makeDatedPhoto('2026:11:22 23:59:59'), testTime],
    ['two days ago, by the time of the file', makeFileOf(daysBefore(2)), daysBefore(2)],
    ['at no time that the file could be of: now', makeFileOf(new Date(0)), testTime],
  ])('counts as taken %s', async (_title, photo, expected) => {
    goOffline()
    const { user } = await render()
    await choose(user, photo)
    await submit(user)
    await expect.poll(listOutboxStates).toEqual(['waiting'])
    const [item] = await listItems(makeUser('farmer').id)
    expect(item).toMatchObject({ data: { takenAt: expected.toISOString() }, createdAt: testTime.toISOString() })
    respond(upload, makeAnalysis())
    await user.click(await screen.findByRole('button', { name: 'Send now' }))
    await expect.poll(listOutboxStates).toEqual([])
    expect(findSent().at(-1)?.body).toContain(expected.toISOString())
  })

  it('counts with the other photos of its plant for the last of them', async () => {
    goOffline()
    const { user } = await render()
    await choose(user, makeDatedPhoto('2026:11:19 08:00:00'))
    await user.click(screen.getByRole('button', { name: 'Add another leaf of this plant' }))
    await choose(user, makeDatedPhoto('2026:11:18 07:30:00'))
    expect(await screen.findByAltText('The photo of leaf 2')).toBeTruthy()
    await submit(user)
    await expect.poll(listOutboxStates).toEqual(['waiting'])
    const [item] = await listItems(makeUser('farmer').id)
    expect(item?.data).toMatchObject({ takenAt: new Date(2026, 10, 19, 8).toISOString() })
  })

  it('stays in the form when it can be neither sent nor stored', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    goOffline()
    const { user } = await render()
    await choose(user)
    await submit(user)
    const message = 'There is no connection. Check the network and try again.'
    await expect.poll(getNotices).toEqual([message])
    expect(getInputError()).toBe(message)
    expect(within(getInput()).getByAltText('The photo you chose')).toBeTruthy()
  })
})

describe('a photo that the model on this phone does not answer', () => {
  /** Opens the model and prepares photos. A diagnosis fails or never ends. */
  class StuckWorker extends EventTarget {
    static canFail = false
    isOpen = false
    postMessage({ id, type, photo }: { id: number; type: string; photo?: Blob }) {
      if (type === 'open') this.isOpen = true
      if (type === 'diagnose' && !StuckWorker.canFail) return
      const answer = type === 'diagnose' ? { type: 'failed', message: 'Out of memory' } : { type, photo, quality: [] }
      this.dispatchEvent(new MessageEvent('message', { data: { id, version: '1', ...answer } }))
    }
    terminate = () => undefined
  }
  let workers: StuckWorker[] = []
  function stubWorker({ canFail }: { canFail: boolean }) {
    StuckWorker.canFail = canFail
    vi.stubGlobal(
      'Worker',
      class extends StuckWorker {
        constructor() {
          super()
          workers.push(this)
        }
      },
    )
    vi.stubGlobal('OffscreenCanvas', class {})
    vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  }
  async function submitPhoto() {
    const { user } = await render()
    await choose(user)
    await expect.poll(() => workers.map(({ isOpen }) => isOpen)).toEqual([true])
    await submit(user)
    return user
  }
  afterEach(() => {
    // The next test starts a new worker.
    for (const worker of workers) worker.dispatchEvent(Object.assign(new Event('error'), { message: 'Ended' }))
    workers = []
    vi.unstubAllGlobals()
  })

  it('is in the outbox without a network, and Stop ends only the wait for the model', async () => {
    stubWorker({ canFail: false })
    goOffline()
    const user = await submitPhoto()
    expect(await screen.findByText('Waiting to be sent')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await expect.poll(getNotices).toEqual(['Saved on this phone. It goes out when there is a network.'])
    expect(within(getInput()).queryByAltText('The photo you chose')).toBeNull()
    expect(await listOutboxStates()).toEqual(['waiting'])
  })

  it('is in the outbox without a network when the model fails', async () => {
    stubWorker({ canFail: true })
    goOffline()
    await submitPhoto()
    await expect.poll(getNotices).toEqual(['Saved on this phone. It goes out when there is a network.'])
    expect(await listOutboxStates()).toEqual(['waiting'])
  })

  it('leaves the outbox when the server has answered', async () => {
    stubWorker({ canFail: false })
    respond(upload, makeAnalysis())
    await submitPhoto()
    expect(await screen.findByRole('region', { name: 'The answer' })).toBeTruthy()
    expect(getNotices()).toEqual(['Image analysis successfully done'])
    expect(await listOutboxStates()).toEqual([])
  })
})
