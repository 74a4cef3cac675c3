// @vitest-environment happy-dom
import type { DiseaseWarning } from '@kutu/contract/warnings'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { neverRespond, receivedRequests, respond, respondLater, respondWithError } from '../../testing/api-server.ts'
import { buildPost, buildResponse } from '../../testing/fixtures/community.ts'
import { buildBooking } from '../../testing/fixtures/consultations.ts'
import { makeEvidence, warning } from '../../testing/fixtures/surveillance.ts'
import { getNotices, renderScreen } from '../../testing/render-screen.tsx'
import { makeListPage } from '../../testing/screen-states.tsx'
import { Inbox } from './Inbox.tsx'

const posts = 'GET /api/community/posts/all/'
const comments = 'GET /api/community/responses/waiting/'
const bookings = 'GET /api/consultations/consultations/manage/'
const warnings = 'GET /api/surveillance/warnings/'
const waiting = 'GET /api/dashboard/waiting/'
const marks = 'GET /api/dashboard/inbox/'
const mark = 'PUT /api/dashboard/inbox/{id}/'
const moderate = 'PUT /api/community/posts/moderate/{id}/'
const undo = 'PUT /api/community/posts/{id}/undo/'
const approved = { ...buildPost({ status: 'approved', is_approved: true }), is_undoable: true }
const threePosts = ['1', '2', '3'].map(id => buildPost({ id, title: `Post ${id}` }))
/** Responds with the warnings of one state, and with none of another. */
const respondWithWarnings = (state: string, ...results: DiseaseWarning[]) =>
  respond(warnings, ({ query }) => makeListPage(...(query.state === state ? results : [])))
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const findSent = (endpoint: string) => receivedRequests.filter(each => each.endpoint === endpoint)
const findApproved = () => findSent(moderate).map(({ params }) => String(params.id))
const findUndone = () => findSent(undo).map(({ params }) => String(params.id))
const findRows = () =>
  within(screen.getByRole('region', { name: 'What waits for you' }))
    .getAllByRole('link')
    .map(link => link.querySelector('span > span')?.textContent)
/** Keys decide on an item once it has been open for a moment. */
const settle = () => new Promise(resolve => setTimeout(resolve, 450))
const render = (search = '') =>
  renderScreen(<Inbox />, {
    user: 'expert',
    catalogs: ['dashboard', 'community', 'moderation', 'consultations', 'outbreaks', 'warnings'],
    path: `/account${search}`,
  })

beforeEach(() => {
  respond(posts, makeListPage())
  respond(comments, makeListPage())
  respond(bookings, [])
  respond(warnings, makeListPage())
  respond(waiting, { warnings: 0, posts: 0, comments: 0, bookings: 0, photos: 0 })
  respond(marks, { opened: [], snoozed: [] })
  respond(mark, undefined)
  respond('GET /api/surveillance/expert-country/', { country: 'UG' })
  respond('GET /api/account/districts-served/', { districts: [{ code: 'UG-mbale', name: 'Mbale' }] })
  respond('GET /analysis/last-leaves/{id}/', { results: [] })
  respond('GET /api/surveillance/warnings/{id}/preview/', {
    farmers: 3,
    districts: 1,
    sms: 0,
    cost: null,
    texts: [],
    labeled_photos: 1,
  })
})

describe('the inbox of an expert', () => {
  it('lists what waits by harm, then by age, with the first item open', async () => {
    const booking = buildBooking({})
    const slot = (hours: number) => ({
      ...booking.slot,
      start_time: hoursFromNow(hours),
      end_time: hoursFromNow(hours + 1),
    })
    respond(
      posts,
      makeListPage(
        buildPost({ id: '5', title: 'Newer', urgency_level: 'medium', created_at: hoursFromNow(-1) }),
        buildPost({ id: '2', title: 'Older', urgency_level: 'medium', created_at: hoursFromNow(-2) }),
        buildPost({ id: '3', title: 'No hurry', urgency_level: 'low' }),
        buildPost({ id: '4', title: 'In a hurry', urgency_level: 'high' }),
      ),
    )
    respond(comments, makeListPage({ ...buildResponse({ content: 'Rain?' }), post_title: 'Brown powder' }))
    respond(bookings, [
      { ...booking, id: '11', farmer: { ...booking.farmer, username: 'next_week' }, slot: slot(150) },
      { ...booking, id: '12', farmer: { ...booking.farmer, username: 'tomorrow' }, slot: slot(20) },
    ])
    respond(waiting, { warnings: 0, posts: 4, comments: 1, bookings: 2, photos: 3 })
    await render()
    expect(await screen.findByRole('article', { name: 'In a hurry' })).toBeTruthy()
    expect(findRows()).toEqual([
      ...[
        'In a hurry',
        expect.stringContaining('tomorrow, '),
        'Older',
        'Newer',
        expect.stringContaining('next_week, '),
        'Rain?',
        'No hurry',
        '3 photos to check',
      ],
    ])
  })

  it('lists a confirmed warning whose SMS wait for a second expert', async () => {
    const confirmed = { state: 'confirmed', decided_at: hoursFromNow(-1), valid_until: '2099-12-11' } as const
    respondWithWarnings('sms_waiting', { ...warning, ...confirmed })
    respond('GET /api/surveillance/warnings/{id}/', makeEvidence(confirmed))
    respond('GET /api/surveillance/warnings/{id}/photos/', { ...makeListPage(), checked: { photos: 0, agreed: 0 } })
    const reach = { farmers: 412, districts: 6, sms: 38 }
    respond('GET /api/surveillance/warnings/{id}/preview/', { ...reach, cost: null, texts: [], labeled_photos: 1 })
    await render()
    expect(await screen.findByRole('button', { name: 'Send these SMS' })).toBeTruthy()
    expect(screen.getByRole('link', { name: /^Common rust of maize in Mbale/ }).textContent).toContain(
      'SMS wait for a second expert',
    )
  })

  it('lists last a warning of four weeks ago, and asks if the rise was real', async () => {
    const over = {
      state: 'confirmed',
      decided_at: hoursFromNow(-900),
      valid_until: '2020-01-01',
      is_over: true,
    } as const
    respond(posts, makeListPage(buildPost({ title: 'No hurry', urgency_level: 'low' })))
    respondWithWarnings('to_check', { ...warning, ...over })
    await render()
    await screen.findByRole('article', { name: 'No hurry' })
    expect(findRows()).toEqual(['No hurry', 'Common rust of maize in Mbale'])
    expect(screen.getByRole('link', { name: /^Common rust/ }).textContent).toContain('Was the rise real?')
  })

  it('keeps a warning that the expert has decided, and speaks of no colleague', async () => {
    respondWithWarnings('open', warning)
    respond('GET /api/surveillance/warnings/{id}/', makeEvidence({}))
    respond('GET /api/surveillance/warnings/{id}/photos/', { ...makeListPage(), checked: { photos: 0, agreed: 0 } })
    const confirmed = { state: 'confirmed', decided_at: hoursFromNow(0), valid_until: '2099-12-11' } as const
    respond('POST /api/surveillance/warnings/{id}/confirm/', () => {
      respond(warnings, makeListPage())
      respond('GET /api/surveillance/warnings/{id}/', makeEvidence(confirmed))
      return { ...warning, ...confirmed }
    })
    const { user } = await render()
    await screen.findByText(/^3 farmers at most/)
    await user.click(screen.getByRole('button', { name: 'Warn farmers' }))
    expect(await screen.findByText(/^Confirmed on/)).toBeTruthy()
    await expect.poll(() => screen.queryByRole('region', { name: 'What waits for you' })?.textContent).toBe('')
    expect(screen.queryByText(/This no longer waits/)).toBeNull()
  })

  it('says that nothing waits', async () => {
    await render()
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy()
  })

  it('asks an expert without country and districts for both', async () => {
    respond('GET /api/surveillance/expert-country/', { country: null })
    respond('GET /api/account/districts-served/', { districts: [] })
    await render()
    expect(await screen.findByRole('combobox', { name: 'Your country' })).toBeTruthy()
    const link = await screen.findByRole('link', { name: 'Choose the districts where farmers find you.' })
    expect(link.getAttribute('href')).toBe('/account/profile#correct')
  })

  it('shows the rest when a list cannot be loaded, with why', async () => {
    respondWithError(comments, 'internal', { message: 'The server had a problem.' })
    respond(posts, makeListPage(buildPost()))
    await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    expect(await screen.findByRole('article', { name: 'Orange dots on maize' })).toBeTruthy()
  })

  it('shows one kind on request', async () => {
    respond(posts, makeListPage(buildPost()))
    respond(comments, makeListPage({ ...buildResponse({ content: 'Rain?' }), post_title: 'Brown powder' }))
    const { user } = await render('?kind=comment')
    expect(await screen.findByRole('link', { name: 'On “Brown powder”' })).toBeTruthy()
    expect(findRows()).toEqual(['Rain?'])
    await user.click(screen.getByLabelText('All'))
    expect(findRows()).toEqual(['Orange dots on maize', 'Rain?'])
  })

  it('claims the item that the expert opens, and says what another expert has open', async () => {
    respond(posts, makeListPage(...threePosts))
    respond(marks, { opened: [{ item_id: '2', username: 'acen' }], snoozed: [] })
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await user.keyboard('j')
    await screen.findByRole('article', { name: 'Post 2' })
    expect(screen.getAllByText('Open at acen')).toHaveLength(2)
    await expect.poll(() => findSent(mark).at(-1)).toMatchObject({ params: { id: '2' }, body: { action: 'open' } })
    // The first item is only shown, and nobody's.
    expect(findSent(mark).some(({ params }) => params.id === '1')).toBe(false)
  })

  it('no longer claims an item when the expert opens another or leaves the inbox', async () => {
    respond(posts, makeListPage(...threePosts))
    const { user, unmount } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    // The item of the test before may still be closing.
    const listMarks = () => findSent(mark).map(({ params, body }) => [params.id, (body as { action: string }).action])
    await user.keyboard('j')
    await user.keyboard('j')
    await expect
      .poll(() => listMarks().slice(-3))
      .toEqual([
        ['2', 'open'],
        ['2', 'close'],
        ['3', 'open'],
      ])
    unmount()
    await expect.poll(() => listMarks().at(-1)).toEqual(['3', 'close'])
  })

  it('claims the open item twice a minute, because a page that is gone cannot release it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    respond(posts, makeListPage(...threePosts))
    const { unmount } = await render('?item=2')
    await screen.findByRole('article', { name: 'Post 2' })
    const listMarks = () => findSent(mark).map(({ body }) => (body as { action: string }).action)
    const before = listMarks().length
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.poll(() => listMarks().slice(before)).toEqual(['open', 'open'])
    unmount()
    await expect.poll(() => listMarks().at(-1)).toBe('close')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(listMarks().at(-1)).toBe('close')
  })

  it('closes an answer by Escape or Cancel, one that has a text only after a confirmation', async () => {
    respond(posts, makeListPage(...threePosts))
    const { user } = await render()
    const answer = async () => {
      await user.click(await screen.findByRole('button', { name: 'Answer and approve “Post 1”' }))
      return screen.findByLabelText<HTMLTextAreaElement>('Your answer')
    }
    await answer()
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('Your answer')).toBeNull()
    const field = await answer()
    await user.type(field, 'Rust.{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep writing' }))
    expect(field.value).toBe('Rust.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Delete the answer' }))
    await expect.poll(() => screen.queryByLabelText('Your answer')).toBeNull()
  })

  it('keeps the open item with what is being written when the list changes, and says that it is gone', async () => {
    respond(posts, makeListPage(...threePosts))
    const { user, client } = await render()
    await user.click(await screen.findByRole('button', { name: 'Answer and approve “Post 1”' }))
    await user.type(await screen.findByLabelText('Your answer'), 'Rust.')
    respond(posts, makeListPage(buildPost({ id: '9', title: 'Worse' }), ...threePosts.slice(1)))
    await client.invalidateQueries()
    expect(await screen.findByText(/This no longer waits/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your answer').value).toBe('Rust.')
    expect(findRows()).toEqual(['Worse', 'Post 2', 'Post 3'])
  })

  it('says that the item of an address no longer waits', async () => {
    respond(posts, makeListPage(...threePosts))
    await render('?item=of-yesterday')
    expect(await screen.findByText(/This no longer waits/)).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    expect(findRows()).toHaveLength(3)
  })

  it('shows everything when nothing of the kind waits', async () => {
    respond(posts, makeListPage(...threePosts))
    await render('?kind=comment')
    expect(await screen.findByRole('article', { name: 'Post 1' })).toBeTruthy()
  })

  it('puts an item off until tomorrow, and takes it back', async () => {
    respond(posts, makeListPage(...threePosts))
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    respond(mark, ({ body }) => {
      const { action } = body as { action: string }
      if (action === 'snooze') respond(marks, { opened: [], snoozed: ['1'] })
    })
    await settle()
    await user.keyboard('l')
    expect(await screen.findByRole('article', { name: 'Post 2' })).toBeTruthy()
    expect(findRows()).toEqual(['Post 2', 'Post 3'])
    respond(marks, { opened: [], snoozed: [] })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await expect.poll(findRows).toEqual(['Post 1', 'Post 2', 'Post 3'])
  })

  it('shows the last leaves of the farmer beside the post', async () => {
    respond(posts, makeListPage(buildPost()))
    respond('GET /analysis/last-leaves/{id}/', {
      results: [
        {
          id: '1',
          image: '/leaf.jpg',
          uploaded_at: hoursFromNow(-48),
          rust_class: 'healthy',
          disease: null,
          crop_type: 'MAIZE',
          band: 'confident',
        },
      ],
    })
    await render()
    const leaves = await screen.findByRole('region', { name: /^Last leaves of/ })
    expect(leaves.textContent).toMatch(/Healthy.*Maize/)
  })

  it('shows on a phone the list, then one item, then the next', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    } as unknown as MediaQueryList)
    respond(posts, makeListPage(...threePosts))
    respond(moderate, () => {
      respond(posts, makeListPage(...threePosts.slice(1)))
      return approved
    })
    const { user } = await render()
    const row = await screen.findByRole('link', { name: /Post 1/ })
    expect(screen.queryByRole('article')).toBeNull()
    await user.click(row)
    await user.click(await screen.findByRole('button', { name: 'Approve “Post 1”' }))
    expect(await screen.findByRole('article', { name: 'Post 2' })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'All 2' }))
    expect(screen.queryByRole('article')).toBeNull()
  })
})

describe('the keys of the inbox', () => {
  it('approve one item after another, from anywhere on the page', async () => {
    respond(posts, makeListPage(...threePosts))
    respond(moderate, approved)
    // On a slow machine the second press would come too late.
    let now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => void vi.restoreAllMocks())
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    // The time counts from an effect, which comes after the article.
    await settle()
    now += 450
    // The second press comes before anybody can have read the next one.
    await user.keyboard('aa')
    expect(await screen.findByRole('article', { name: 'Post 2' })).toBeTruthy()
    await settle()
    now += 450
    await user.keyboard('a')
    await expect.poll(findApproved).toEqual(['1', '2'])
    expect(screen.getByRole('article', { name: 'Post 3' })).toBeTruthy()
    await user.keyboard('k')
    expect(screen.getByRole('article', { name: 'Post 2' })).toBeTruthy()
  })

  it('answer a post with the approval', async () => {
    respond(posts, makeListPage(buildPost()))
    respond(moderate, () => {
      respond(posts, makeListPage())
      return approved
    })
    const { user } = await render()
    await screen.findByRole('article')
    await settle()
    await user.keyboard('r')
    expect(document.activeElement).toBe(await screen.findByLabelText('Your answer'))
    await user.keyboard('Remove all jars.{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy()
    expect(findSent(moderate).map(({ body }) => body)).toMatchObject([
      { action: 'approve', answer: 'Remove all jars.' },
    ])
  })

  it('begin an answer with a saved reply, by S and its number', async () => {
    const reply = { id: 'one', title: 'Rust', content: 'Remove the leaves.', article: null, is_shared: false }
    respond(posts, makeListPage(buildPost()))
    respond('GET /api/community/saved-replies/', makeListPage({ ...reply, author: { id: 'x', username: 'acen' } }))
    const { user } = await render()
    await screen.findByRole('article')
    await settle()
    await user.keyboard('s')
    await screen.findByRole('button', { name: 'Insert “Rust”' })
    await user.keyboard('1')
    await expect.poll(() => screen.getByLabelText('Your answer')).toHaveProperty('value', reply.content)
  })

  it('undo the last action for a minute, also after its notice is closed, and open what is back', async () => {
    respond(posts, makeListPage(...threePosts))
    respond(moderate, () => {
      respond(posts, makeListPage(...threePosts.slice(1)))
      return { ...approved, id: '1' }
    })
    respond(undo, () => {
      respond(posts, makeListPage(...threePosts))
      return buildPost({ id: '1' })
    })
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await settle()
    await user.keyboard('a')
    await expect.poll(getNotices).toHaveLength(1)
    await expect.poll(findRows).toEqual(['Post 2', 'Post 3'])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.keyboard('z')
    await expect.poll(findUndone).toEqual(['1'])
    expect(await screen.findByRole('article', { name: 'Post 1' })).toBeTruthy()
    await settle()
    await user.keyboard('a')
    await expect.poll(() => getNotices()[0]).toBe('Community Post has been approved')
    for (const close of screen.getAllByRole('button', { name: 'Close' })) await user.click(close)
    vi.advanceTimersByTime(60_000)
    await user.keyboard('z')
    expect(findUndone()).toEqual(['1'])
  })

  it('undo the approval that is under way, not the one before', async () => {
    respond(posts, makeListPage(...threePosts))
    respond(moderate, approved)
    respond(undo, buildPost())
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await settle()
    await user.keyboard('a')
    await expect.poll(getNotices).toEqual(['Community Post has been approved'])
    const release = respondLater(moderate, approved)
    await settle()
    await user.keyboard('az')
    release()
    await expect.poll(findUndone).toEqual(['2'])
    await expect.poll(() => getNotices()[0]).toBe('Undone. It is now: Pending.')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('undo what was put off, not the post that was approved before', async () => {
    respond(posts, makeListPage(...threePosts))
    respond(moderate, approved)
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await settle()
    await user.keyboard('a')
    await expect.poll(getNotices).toEqual(['Community Post has been approved'])
    await settle()
    await user.keyboard('l')
    await expect.poll(() => getNotices()[0]).toBe('It comes back tomorrow morning.')
    await user.keyboard('z')
    await expect.poll(() => findSent(mark).at(-1)?.body).toEqual({ action: 'unsnooze' })
    expect(findUndone()).toEqual([])
  })

  it('undo the approval before one that failed', async () => {
    respond(posts, makeListPage(...threePosts))
    respond(moderate, approved)
    respond(undo, buildPost())
    const { user } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await settle()
    await user.keyboard('a')
    await expect.poll(getNotices).toHaveLength(1)
    respondWithError(moderate, 'internal', { message: 'The server had a problem.' })
    await settle()
    await user.keyboard('a')
    await expect.poll(() => getNotices()[0]).toBe('Community Post was not approved. The server had a problem.')
    await user.keyboard('z')
    await expect.poll(findUndone).toEqual(['1'])
  })

  it('approve one item while A is held, and are left to the browser with Ctrl', async () => {
    respond(posts, makeListPage(...threePosts))
    neverRespond(moderate)
    await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await settle()
    for (const repeat of [false, true, true]) fireEvent.keyDown(document.body, { key: 'A', repeat })
    await expect.poll(findApproved).toEqual(['1'])
    expect(fireEvent.keyDown(document.body, { key: 'f', ctrlKey: true })).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('never decide on a warning, and stand in a dialog', async () => {
    respondWithWarnings('open', warning)
    respond('GET /api/surveillance/warnings/{id}/', makeEvidence())
    respond('GET /api/surveillance/warnings/{id}/photos/', { ...makeListPage(), checked: { photos: 0, agreed: 0 } })
    const { user } = await render()
    expect(await screen.findByRole('heading', { name: 'Common rust of maize in Mbale' })).toBeTruthy()
    await settle()
    await user.keyboard('afr')
    expect(receivedRequests.filter(({ endpoint }) => endpoint.startsWith('POST'))).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('?')
    expect(within(await screen.findByRole('dialog', { name: 'Keys' })).getByText('flag or reject')).toBeTruthy()
  })

  it('can be switched off for this device', async () => {
    respond(posts, makeListPage(...threePosts))
    const { user, unmount } = await render()
    await screen.findByRole('article', { name: 'Post 1' })
    await user.click(screen.getByRole('button', { name: 'Keys' }))
    await user.click(await screen.findByLabelText('Keys are on'))
    unmount()
    await render()
    await screen.findByRole('article', { name: 'Post 1' })
    fireEvent.keyDown(document.body, { key: 'j' })
    expect(screen.getByRole('article', { name: 'Post 1' })).toBeTruthy()
  })
})
