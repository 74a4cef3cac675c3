// @vitest-environment happy-dom
import type { EvidencePhoto, WarningEvidence } from '@kutu/contract/warnings'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { receivedRequests, respond, respondLater, respondWithError } from '../../../testing/api-server.ts'
import { makeEvidence, warning } from '../../../testing/fixtures/surveillance.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { makeUser } from '../../../testing/users.ts'
import { WarningList } from './WarningList.tsx'
import { WarningPage } from './WarningPage.tsx'

const list = 'GET /api/surveillance/warnings/'
const one = 'GET /api/surveillance/warnings/{id}/'
const photos = 'GET /api/surveillance/warnings/{id}/photos/'
const labelPhoto = 'PUT /api/surveillance/warnings/{id}/photos/{photo_id}/label/'
const confirm = 'POST /api/surveillance/warnings/{id}/confirm/'
const outcome = 'PUT /api/surveillance/warnings/{id}/outcome/'
const outcomes = 'GET /api/surveillance/warnings/outcomes/'
const preview = 'GET /api/surveillance/warnings/{id}/preview/'
const approveSms = 'POST /api/surveillance/warnings/{id}/approve-sms/'
const decline = 'POST /api/surveillance/warnings/{id}/decline/'
const nextStep = 'PUT /api/surveillance/warnings/{id}/next-step/'
const withdraw = 'POST /api/surveillance/warnings/{id}/withdraw/'
const getCountry = 'GET /api/surveillance/expert-country/'
const chooseCountry = 'PUT /api/surveillance/expert-country/'
const catalogs = ['outbreaks', 'warnings'] as const
const options = { user: 'expert', catalogs, path: '/account/disease-warnings' } as const

beforeEach(() => respond(preview, { farmers: 3, districts: 1, sms: 0, cost: null, texts: [], labeled_photos: 1 }))

describeScreenStates('the list of warnings', {
  element: <WarningList />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'No such warnings' },
  filled: { reply: makeListPage(warning), text: 'Common rust of maize' },
  respondToOthers: () => respond(getCountry, { country: 'UG' }),
})

describe('the list of warnings', () => {
  it('says how often rises were real', async () => {
    respond(getCountry, { country: 'UG' })
    respond(list, makeListPage())
    const value = { share: 0.75, low: 0.41, high: 0.93 }
    const counts = { proposed: 12, confirmed: 9, real: 6, not_real: 2, predictive_value: value }
    respond(outcomes, {
      rows: [{ recurrence_weeks: 5, method: 'scan', country: 'UG', crop: 'maize', disease: 'common_rust', ...counts }],
    })
    const { user } = await renderScreen(<WarningList />, options)
    await user.click(await screen.findByRole('radio', { name: 'Was it real?' }))
    expect(await screen.findByText('75% (41%–93%)')).toBeTruthy()
    expect(screen.getByText('Several districts (scan)')).toBeTruthy()
    expect(screen.getByText('Once in 20 weeks')).toBeTruthy()
  })

  it('is for the country that an expert chooses', async () => {
    respond(getCountry, { country: null })
    respond(list, makeListPage())
    respond(chooseCountry, { country: 'KE' })
    const { user } = await renderScreen(<WarningList />, options)
    await user.click(await screen.findByRole('combobox', { name: 'Your country' }))
    await user.click(screen.getByRole('option', { name: 'Kenya' }))
    expect(receivedRequests.some(({ endpoint }) => endpoint === chooseCountry)).toBe(false)
    respond(getCountry, { country: 'KE' })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await expect.poll(getNotices).toEqual(['You decide on warnings there.'])
    expect(await screen.findByText(/^You decide on warnings in Kenya\./)).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Your country' })).toBeNull()
    expect(receivedRequests.find(({ endpoint }) => endpoint === chooseCountry)?.body).toEqual({ country: 'KE' })
  })

  it('marks warnings of several districts', async () => {
    respond(getCountry, { country: 'UG' })
    respond(list, makeListPage(warning, { ...warning, id: warning.id.replace('1', '2'), is_cluster: true }))
    await renderScreen(<WarningList />, options)
    expect(await screen.findAllByRole('link', { name: /Common rust of maize/ })).toHaveLength(2)
    expect(screen.getAllByText('Several districts')).toHaveLength(1)
  })

  it('does not say of one that is over that it holds', async () => {
    const over = { state: 'confirmed', valid_until: '2026-01-16', is_over: true } as const
    respond(list, ({ query }) => (query.state === 'confirmed' ? makeListPage({ ...warning, ...over }) : makeListPage()))
    const { user } = await renderScreen(<WarningList />, { ...options, user: 'admin' })
    await user.click(await screen.findByRole('radio', { name: 'Confirmed' }))
    expect((await screen.findByRole('link', { name: /Mbale/ })).textContent).not.toContain('Holds until')
  })

  it('has the withdrawn ones with the day and the reason', async () => {
    const withdrawal = { withdrawn_at: '2026-11-22T08:00:00Z', withdrawal_reason: 'It was another disease.' }
    const decision = { state: 'withdrawn', decided_at: '2026-11-20T08:00:00Z', valid_until: '2026-12-11' } as const
    respond(list, ({ query }) =>
      query.state === 'withdrawn' ? makeListPage({ ...warning, ...decision, ...withdrawal }) : makeListPage(),
    )
    const { user } = await renderScreen(<WarningList />, { ...options, user: 'admin' })
    await user.click(await screen.findByRole('radio', { name: 'Withdrawn' }))
    const link = await screen.findByRole('link', { name: /Withdrawn 22 Nov 2026.*Reason: It was another disease\./ })
    expect(link.textContent).not.toContain('Holds until')
  })

  it('asks an administrator for no country, and filters by state', async () => {
    respond(list, ({ query }) => (query.state === 'declined' ? makeListPage(warning) : makeListPage()))
    const { user, getPath } = await renderScreen(<WarningList />, { ...options, user: 'admin' })
    await user.click(await screen.findByRole('radio', { name: 'Declined' }))
    const link = await screen.findByRole('link', { name: /Common rust of maize.*Mbale, Uganda/ })
    expect(link.getAttribute('href')).toBe(`/account/disease-warnings/${warning.id}`)
    expect(getPath()).toBe('/account/disease-warnings?state=declined')
    expect(screen.queryByRole('combobox', { name: 'Your country' })).toBeNull()
  })
})

const pageOptions = {
  user: 'expert',
  catalogs,
  route: '/account/disease-warnings/:id',
  path: `/account/disease-warnings/${warning.id}`,
} as const

describeScreenStates('the evidence of a warning', {
  element: <WarningPage />,
  options: pageOptions,
  endpoint: one,
  filled: { reply: makeEvidence(), text: 'More reports than expected' },
  respondToOthers: () => respond(photos, makePhotos()),
})

it('the evidence of a warning names the accounts, the photos, and the outbreaks that leave no baseline', async () => {
  const sources = { account_days: 3, photos: 14, distinct_photos: 1 }
  respond(one, { ...makeEvidence(), is_exact: true, sources, outbreak_weeks: 13, chance_weeks: 89 })
  respond(photos, makePhotos())
  await renderScreen(<WarningPage />, pageOptions)
  expect(
    await screen.findByText('Half of the accounts are at least 3 days old. 1 of 14 photos are different.'),
  ).toBeTruthy()
  expect(
    screen.getByText(
      'Too few weeks for C2 and C3: 13 of 24 were outbreaks. When found: by chance at most once in 89 weeks.',
    ),
  ).toBeTruthy()
})

const findings: NonNullable<EvidencePhoto['findings']> = {
  rust_class: 'common_rust',
  disease: null,
  band: 'likely',
  label: null,
  source: 'allowed',
  others: [],
}
const photo: EvidencePhoto = {
  id: '0'.repeat(32),
  image: 'https://kutu.example.org/files/a?sig=1',
  own_label: null,
  findings,
}
const makePhotos = (...results: EvidencePhoto[]) => ({ ...makeListPage(...results), checked: { photos: 0, agreed: 0 } })

describeScreenStates('the photos behind a warning', {
  element: <WarningPage />,
  options: pageOptions,
  endpoint: photos,
  empty: { reply: makePhotos(), text: 'No photo of that week may be shown.' },
  filled: { reply: makePhotos(photo), text: 'Likely' },
  respondToOthers: () => respond(one, makeEvidence()),
})

describe('the photos behind a warning', () => {
  const findRegion = async () => within(await screen.findByRole('region', { name: 'Photos of that week' }))

  it('are small, with the answer, how sure it was, and what experts saw', async () => {
    respond(one, makeEvidence())
    const reported: EvidencePhoto = {
      id: '1'.repeat(32),
      image: `${photo.image}2`,
      own_label: null,
      findings: { ...findings, label: 'other_disease', source: 'reported', others: [{ label: 'healthy', experts: 2 }] },
    }
    respond(photos, { ...makePhotos(photo, reported), checked: { photos: 6, agreed: 5 } })
    await renderScreen(<WarningPage />, { ...pageOptions, user: 'admin' })
    const region = await findRegion()
    const pictures = await region.findAllByRole('img', { name: /Kutu’s answer: Common rust of maize/ })
    expect(pictures.map(picture => picture.getAttribute('src'))).toEqual([
      `${photo.image}&size=small`,
      `${photo.image}2&size=small`,
    ])
    const items = region.getAllByRole('listitem').map(item => item.textContent)
    expect(items).toEqual([
      'LikelyKutu’s answer: Common rust of maize',
      'LikelyKutu’s answer: Common rust of maizeExperts saw another disease2 experts: Healthy leaf',
    ])
    expect(region.getByText('5 of 6 photos that two experts checked show common rust of maize.')).toBeTruthy()
    expect(region.queryByRole('button')).toBeNull()
  })

  it('are labeled before they show the answer, once', async () => {
    respond(one, makeEvidence())
    const blind: EvidencePhoto = { ...photo, findings: null }
    respond(photos, makePhotos(blind))
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    const region = await findRegion()
    const choices = within(await region.findByRole('group', { name: 'What does the photo show?' }))
    expect(choices.getAllByRole('button').map(button => button.textContent)).toEqual([
      ...['Common rust of maize', 'Another disease', 'Healthy leaf', 'Cannot tell'],
    ])
    expect(region.getByRole('img', { name: 'Leaf photo' })).toBeTruthy()
    expect(region.getByText('Choose what each photo shows. Then you see Kutu’s answer.')).toBeTruthy()
    expect(region.queryByText('Likely')).toBeNull()
    const labeled: EvidencePhoto = {
      ...photo,
      own_label: 'healthy',
      findings: { ...findings, others: [{ label: 'this_disease', experts: 1 }] },
    }
    respond(labelPhoto, labeled)
    respond(photos, makePhotos(labeled))
    await user.click(choices.getByRole('button', { name: 'Healthy leaf' }))
    expect((await region.findByText('Likely')).closest('[role=status]')?.textContent).toBe(
      'LikelyKutu’s answer: Common rust of maizeYou: Healthy leaf1 expert: Common rust of maize',
    )
    expect(region.queryByRole('group')).toBeNull()
    await expect.poll(() => document.activeElement?.textContent).toContain('You: Healthy leaf')
    const sent = receivedRequests.filter(({ endpoint }) => endpoint === labelPhoto).map(({ body }) => body)
    expect(sent).toEqual([{ label: 'healthy' }])
  })

  it('have nothing to press once it is decided', async () => {
    const decision = { decided_at: '2026-11-20T08:00:00Z', valid_until: '2026-12-11' }
    respond(one, makeEvidence({ state: 'confirmed', ...decision }))
    respond(photos, makePhotos({ ...photo, own_label: 'this_disease' }))
    await renderScreen(<WarningPage />, pageOptions)
    const region = await findRegion()
    expect(await region.findByText('You: Common rust of maize')).toBeTruthy()
    expect(region.queryByRole('button')).toBeNull()
  })

  const declined = { state: 'declined', decline_reason: 'no_spread', decided_at: '2026-11-20T08:00:00Z' } as const
  it('are not loaded for experts of other countries, or once it is declined', async () => {
    for (const changes of [{ can_decide: false }, declined]) {
      respond(one, makeEvidence(changes))
      const { unmount } = await renderScreen(<WarningPage />, pageOptions)
      expect(await screen.findByText('More reports than expected')).toBeTruthy()
      unmount()
    }
    expect(receivedRequests.filter(({ endpoint }) => endpoint === photos)).toEqual([])
  })
})

describe('the evidence of a warning', () => {
  it('names the districts in which the disease rises together', async () => {
    const cluster = {
      weeks: 2,
      districts: [
        { district: 'UG-mbale', name: 'Mbale' },
        { district: 'UG-sironko', name: 'Sironko' },
      ],
    }
    respond(photos, makePhotos())
    respond(one, { ...makeEvidence({ is_cluster: true }), alarms: ['scan'], cluster })
    await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText(/rises in these districts more than elsewhere: Mbale, Sironko\./)).toBeTruthy()
    expect(screen.queryByText(/above the limit/)).toBeNull()
  })

  it('has the same marks in every week, the last one too, and in the legend', async () => {
    respond(photos, makePhotos())
    const [before, last] = makeEvidence().weeks
    if (!before || !last) throw new Error('no weeks')
    const earlier = { ...before, likely: 8, photographed: 30, reports: 8 }
    respond(one, { ...makeEvidence(), weeks: [earlier, { ...last, confirmed: 6, reports: 21 }] })
    await renderScreen(<WarningPage />, pageOptions)
    const picture = await screen.findByRole('img', { name: /Common rust of maize in Mbale/ })
    const marksOf = (element: Element | null | undefined) =>
      [...(element?.querySelectorAll('rect') ?? [])]
        .filter(mark => !mark.closest('pattern') && mark.getAttribute('height') !== '0')
        .map(mark => mark.getAttribute('fill') ?? mark.getAttribute('class'))
    const [striped, confirmed] = ['url(#evidence-stripes)', 'fill-rust-ink']
    expect(marksOf(picture)).toEqual([striped, striped, confirmed])
    const legend = picture.closest('figure')?.querySelector('figcaption')
    expect(marksOf(legend)).toEqual([confirmed, striped])
  })

  it('has the weeks as a picture and as a table, and the districts around', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence())
    await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByRole('img', { name: /15 reports in the last week, 5 is the limit/ })).toBeTruthy()
    const rows = within(screen.getByRole('table', { name: 'Reports by week' })).getAllByRole('row')
    expect(rows[1]?.textContent).toContain('9 Nov 2026')
    const around = within(screen.getByRole('table', { name: 'Districts around' })).getAllByRole('row')
    expect(around[1]?.textContent).toMatch(/Sironko, Uganda.*few.*7.*few/)
  })

  it('has the risk from weather in the week of the rise and now, and nothing if it is not known', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence())
    const first = await renderScreen(<WarningPage />, pageOptions)
    await screen.findByText('More reports than expected')
    expect(screen.queryByRole('region', { name: 'Risk from weather' })).toBeNull()
    first.unmount()
    const weather: WarningEvidence['weather'] = [
      { week: '2026-11-09', level: 'high', days: 5 },
      { week: '2026-11-16', level: 'low', days: 0 },
    ]
    respond(one, { ...makeEvidence(), weather })
    await renderScreen(<WarningPage />, pageOptions)
    const region = within(await screen.findByRole('region', { name: 'Risk from weather' }))
    expect(region.getByText('Week of 9 Nov 2026').parentElement?.textContent).toContain(
      'Suits the disease well, 5 days',
    )
    expect(region.getByText('This week').parentElement?.textContent).toMatch(/Hardly suits the disease$/)
  })

  it('is confirmed for some weeks', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence())
    respond(confirm, { ...warning, state: 'confirmed' })
    const texts = [{ language: 'sw' as const, text: 'Kutu yaonya: kutu ya mahindi Mbale.' }]
    respond(preview, {
      farmers: 412,
      districts: 6,
      sms: 38,
      cost: { amount: 3.42, currency: 'USD' },
      texts,
      labeled_photos: 1,
    })
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText('412 farmers at most in 6 districts. 38 SMS. About 3.4 US dollars.')).toBeTruthy()
    expect(screen.getByText(/Kutu yaonya/).lang).toBe('sw')
    const warn = screen.getByRole('button', { name: 'Warn farmers' })
    expect(screen.getByText(/Kutu yaonya/).compareDocumentPosition(warn)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const text = { language: 'sw' as const, text: 'Kutu yaonya hadi wiki ya tatu.' }
    const load = respondLater(preview, {
      farmers: 412,
      districts: 6,
      sms: 38,
      cost: null,
      texts: [text],
      labeled_photos: 1,
    })
    await user.click(screen.getByRole('radio', { name: '3 weeks' }))
    // The SMS on the page is still that of two weeks.
    await user.click(warn)
    load()
    expect(await screen.findByText(text.text)).toBeTruthy()
    expect(receivedRequests.some(({ endpoint }) => endpoint === confirm)).toBe(false)
    respond(one, makeEvidence({ state: 'confirmed', decided_at: '2026-11-20T08:00:00Z', valid_until: '2026-12-11' }))
    await user.click(warn)
    expect(await screen.findByText('Confirmed on 20 Nov 2026. It holds until 11 Dec 2026.')).toBeTruthy()
    expect(receivedRequests.find(({ endpoint }) => endpoint === confirm)?.body).toEqual({ weeks: 3 })
  })

  it('is declined or left until next week also where the SMS cannot be shown, but not confirmed', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence())
    respondWithError(preview, 'internal', { message: 'The server had a problem.' })
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Warn farmers' }))
    for (const name of ['No warning', 'Not yet']) {
      await user.click(screen.getByRole('button', { name }))
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    }
    expect(receivedRequests.some(({ endpoint }) => endpoint === confirm)).toBe(false)
    respond(preview, { farmers: 412, districts: 6, sms: 0, cost: null, texts: [], labeled_photos: 1 })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('412 farmers at most in 6 districts. No SMS.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Warn farmers' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('waits with its SMS for a second expert, who sees the same preview and sends them', async () => {
    respond(photos, makePhotos())
    const decided = { decided_at: '2026-11-20T08:00:00Z', valid_until: '2099-12-11' }
    const confirmed = { ...decided, state: 'confirmed', decided_by: '22222222-2222-7222-8222-222222222222' } as const
    respond(one, makeEvidence(confirmed))
    const texts = [{ language: 'en' as const, text: 'Kutu: common rust in Mbale.' }]
    respond(preview, { farmers: 412, districts: 6, sms: 38, cost: null, texts, labeled_photos: 1 })
    respond(approveSms, { ...warning, ...confirmed })
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByRole('heading', { name: 'SMS wait for a second expert' })).toBeTruthy()
    expect(screen.getByText('412 farmers at most in 6 districts. 38 SMS.')).toBeTruthy()
    expect(screen.getByText('Kutu: common rust in Mbale.')).toBeTruthy()
    respond(one, makeEvidence({ ...confirmed, sms_approved_at: '2026-11-21T08:00:00Z' }))
    await user.click(screen.getByRole('button', { name: 'Send these SMS' }))
    expect(await screen.findByText('A second expert agreed to the SMS on 21 Nov 2026.')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: 'SMS wait for a second expert' })).toBeNull()
    expect(receivedRequests.some(({ endpoint }) => endpoint === approveSms)).toBe(true)
  })

  it.each([
    ['lets its SMS wait without a button for who confirmed it', { decided_by: makeUser('expert').id }, 38, 1],
    ['has no SMS that wait where nobody gets one', { decided_by: null }, 0, 0],
    ['has no SMS that wait once it is over', { decided_by: null, is_over: true }, 38, 0],
    ['has no SMS that wait for experts of other countries', { can_decide: false }, 38, 0],
  ] as const)('%s', async (_, changes, sms, headings) => {
    respond(photos, makePhotos())
    const decided = { decided_at: '2026-11-20T08:00:00Z', valid_until: '2099-12-11' }
    respond(one, makeEvidence({ ...decided, state: 'confirmed', ...changes }))
    respond(preview, { farmers: 412, districts: 6, sms, cost: null, texts: [], labeled_photos: 1 })
    await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText(/^Confirmed on/)).toBeTruthy()
    await expect
      .poll(() => screen.queryAllByRole('heading', { name: 'SMS wait for a second expert' }))
      .toHaveLength(headings)
    expect(screen.queryByRole('button', { name: 'Send these SMS' })).toBeNull()
  })

  it('asks four weeks later if the rise was real', async () => {
    respond(photos, makePhotos())
    const confirmed = { state: 'confirmed', decided_at: '2026-01-02T08:00:00Z', valid_until: '2026-01-16' } as const
    respond(one, makeEvidence({ ...confirmed, is_over: true }))
    respond(outcome, warning)
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText(/It holds until 16 Jan 2026\. This warning is over\.$/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'No, says a laboratory' }))
    await expect.poll(getNotices).toEqual(['Saved. It counts for this method.'])
    const body = { outcome: 'not_real', checked_by: 'laboratory' }
    expect(receivedRequests.find(({ endpoint }) => endpoint === outcome)?.body).toEqual(body)
  })

  it('that was stopped in time has no outcome, and one that its confirmer stated says so', async () => {
    respond(photos, makePhotos())
    const announced_at = '2026-01-02T08:10:00Z'
    const past = { decided_at: '2026-01-02T08:00:00Z', announced_at, valid_until: '2026-01-16', is_over: true }
    respond(one, makeEvidence({ ...past, state: 'withdrawn', withdrawn_at: '2026-01-02T08:05:00Z' }))
    const { unmount } = await renderScreen(<WarningPage />, pageOptions)
    await screen.findByText(/^Withdrawn on/)
    expect(screen.queryByText('Was the rise real?')).toBeNull()
    unmount()
    const { id } = makeUser('expert')
    respond(one, makeEvidence({ ...past, state: 'confirmed', decided_by: id, outcome: 'unknown', outcome_by: id }))
    await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText('The same person confirmed the warning.')).toBeTruthy()
  })

  it('says on the decision that no photo was labeled by two experts', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence())
    respond(preview, { farmers: 3, districts: 1, sms: 0, cost: null, texts: [], labeled_photos: 0 })
    await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText('No photo has the labels of two experts yet.')).toBeTruthy()
  })

  it('is left until a visit by an expert of the country, or until next week', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence())
    respond(nextStep, { ...warning, next_step: { step: 'look_again', on: '2026-11-28', visitor: null } })
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    await user.click(await screen.findByRole('button', { name: 'Not yet' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('radio', { name: 'Visit fields' }))
    const visit = dialog.getByRole('button', { name: 'Visit fields' })
    expect(visit).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('combobox', { name: 'Who visits' }))
    await user.click(dialog.getByRole('option', { name: 'acen' }))
    fireEvent.change(dialog.getByLabelText('On which day'), { target: { value: '2026-11-24' } })
    const visitor = { id: '22222222-2222-7222-8222-222222222222', username: 'acen' }
    respond(one, makeEvidence({ next_step: { step: 'visit', on: '2026-11-24', visitor } }))
    await user.click(visit)
    expect(await screen.findByText('acen visits fields on 24 Nov 2026.')).toBeTruthy()
    const sent = receivedRequests.find(({ endpoint }) => endpoint === nextStep)
    expect(sent?.body).toEqual({ step: 'visit', visitor_id: visitor.id, on: '2026-11-24' })
  })

  it('is declined with a reason, or says who was faster', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence())
    respondWithError(decline, 'already_decided', { message: 'Someone has already decided this.' })
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    await user.click(await screen.findByRole('button', { name: 'No warning' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByRole('button', { name: 'No warning' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('radio', { name: 'The disease does not spread' }))
    await user.type(dialog.getByLabelText(/^A word on why/), 'It was the rain.')
    await user.click(dialog.getByRole('button', { name: 'No warning' }))
    await expect.poll(getNotices).toEqual(['Someone has already decided this.'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === decline)?.body).toEqual({
      reason: 'no_spread',
      note: 'It was the rain.',
    })
  })

  const confirmed = { state: 'confirmed', decided_at: '2026-11-20T08:00:00Z', valid_until: '2099-12-11' } as const
  const withdrawn = {
    ...confirmed,
    ...({ state: 'withdrawn', withdrawn_at: '2026-11-22T08:00:00Z' } as const),
    withdrawal_reason: 'It was another disease.',
  }
  it('is withdrawn with a reason, and then says when and why', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence(confirmed))
    respond(withdraw, { ...warning, ...withdrawn })
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    await user.click(await screen.findByRole('button', { name: 'Withdraw warning' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Withdraw this warning?' }))
    const button = dialog.getByRole('button', { name: 'Withdraw warning' })
    expect(button).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox', { name: 'Why is it withdrawn?' }), ' It was another disease. ')
    respond(one, makeEvidence(withdrawn))
    await user.click(button)
    expect(await screen.findByText('Withdrawn on 22 Nov 2026. It had been confirmed on 20 Nov 2026.')).toBeTruthy()
    expect(screen.getByText('Reason: It was another disease.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Withdraw warning' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Photos of that week' })).toBeNull()
    expect(receivedRequests.find(({ endpoint }) => endpoint === withdraw)?.body).toEqual({
      reason: 'It was another disease.',
    })
  })

  it('says who was faster with the withdrawal', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence(confirmed))
    respondWithError(withdraw, 'already_decided', { message: 'Someone has already decided this.' })
    const { user } = await renderScreen(<WarningPage />, pageOptions)
    await user.click(await screen.findByRole('button', { name: 'Withdraw warning' }))
    const dialog = within(screen.getByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'No.')
    respond(one, makeEvidence(withdrawn))
    await user.click(dialog.getByRole('button', { name: 'Withdraw warning' }))
    await expect.poll(getNotices).toEqual(['Someone has already decided this.'])
    expect(await screen.findByText('Reason: It was another disease.')).toBeTruthy()
  })

  it('says that it was withdrawn also where the reason is erased', async () => {
    respond(one, makeEvidence({ ...withdrawn, withdrawal_reason: null }))
    await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText(/^Withdrawn on 22 Nov 2026/)).toBeTruthy()
    expect(screen.queryByText(/^Reason/)).toBeNull()
  })

  it('is not withdrawn by experts of other countries, or once it is over', async () => {
    respond(photos, makePhotos())
    for (const changes of [{ can_decide: false }, { is_over: true }]) {
      respond(one, makeEvidence({ ...confirmed, ...changes }))
      const { unmount } = await renderScreen(<WarningPage />, pageOptions)
      expect(await screen.findByText(/^Confirmed on 20 Nov 2026/)).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Withdraw warning' })).toBeNull()
      unmount()
    }
  })

  it('is withdrawn until its last day is over on the server, whatever the phone shows', async () => {
    respond(photos, makePhotos())
    respond(one, makeEvidence(confirmed))
    vi.setSystemTime(new Date('2027-03-01T00:00:00Z'))
    await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByRole('button', { name: 'Withdraw warning' })).toBeTruthy()
  })

  it('has no buttons for experts of other countries', async () => {
    respond(one, makeEvidence({ can_decide: false }))
    await renderScreen(<WarningPage />, pageOptions)
    expect(await screen.findByText('Only experts of this country decide here.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Warn farmers' })).toBeNull()
  })
})
