// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { listItems } from '../../../api/outbox/outbox-store.ts'
import { failToReach, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import '../../../testing/device-storage.ts'
import { makeAnalysis } from '../../../testing/fixtures/detection.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { AnalysisResult } from './AnalysisResult.tsx'

type Changes = Parameters<typeof makeAnalysis>[0]
const render = (changes: Changes = {}, onRetake?: () => void) =>
  renderScreen(<AnalysisResult analysis={makeAnalysis(changes)} onRetake={onRetake} />, {
    user: 'farmer',
    catalogs: ['detection', 'advice'],
  })
const getHeading = () => screen.getByRole('heading', { level: 2 }).textContent
const getLinks = () => screen.getAllByRole('link').map(link => link.getAttribute('href'))
const findFold = (title: string) => screen.getByText(title).closest('details')
const spotsAlt = 'The spots that Kutu found on the leaf'
const report = 'POST /analysis/rust-detection/{id}/report/'

const uncertain: Changes = {
  verdict: 'uncertain',
  band: 'uncertain',
  confidence: 0.62,
  probabilities: { common_rust: 0.62, healthy: 0.03, other_disease: 0.35 },
  disease: 'rust',
  crop: 'beans',
  candidates: [
    { rust_class: 'common_rust', crop: 'beans', disease: 'rust', probability: 0.62 },
    { rust_class: 'other_disease', crop: 'beans', disease: 'angular_leaf_spot', probability: 0.35 },
    { rust_class: 'healthy', crop: 'beans', disease: 'healthy', probability: 0.03 },
  ],
  educational_resources: ['beans-rust', 'beans-angular-leaf-spot'].map(id => ({
    id,
    title: id,
    url: `/learn/${id}`,
    description: '',
    resource_type: 'article',
    created_at: '2026-11-15T00:00:00.000Z',
  })),
}

describe('the result of an analysis', () => {
  it('shows name, band, confidence, one deed, and the ways to experts and articles', async () => {
    await render()
    expect(getHeading()).toBe('Common Rust')
    expect(screen.getByText('Sure')).toBeTruthy()
    expect(screen.getAllByText('93.00%').length).toBeGreaterThan(0)
    expect(screen.getByText('Some spots')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Do this today' }).parentElement?.textContent).toContain(
      'Look at ten plants.',
    )
    expect(screen.getByRole('link', { name: 'Book a Slot' }).getAttribute('href')).toBe(
      '/experts?crop=MAIZE&analysis=11111111-1111-7111-8111-111111111111',
    )
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Education Resources' })).toBeTruthy()
    expect(getLinks()).toContain('/learn/common_rust')
  })

  it('is likely in the second band', async () => {
    await render({ verdict: 'uncertain', band: 'likely' })
    expect(screen.getByText('Likely')).toBeTruthy()
    expect(screen.queryByText('Sure')).toBeNull()
    expect(getHeading()).toBe('Common Rust')
    // The number belongs to the class, and says so.
    expect(screen.getByText('Confidence: rust 93.00%')).toBeTruthy()
  })

  it('folds everything else', async () => {
    await render({ feedback: { ...makeAnalysis().feedback, spray: ['Spray only if: it is early.'] } })
    for (const title of ['All steps', 'What this is', 'Before you spray', 'Figures', 'Is this answer wrong?'])
      expect(findFold(title)?.open, title).toBe(false)
    expect(findFold('Before you spray')?.textContent).toContain('Spray only if: it is early.')
    expect(findFold('All steps')?.querySelectorAll('li')).toHaveLength(4)
  })

  it('says only the first sentence of a long deed', async () => {
    const advice = ['Look at 100 plants. On plants with rust, count the spots on five leaves each.', 'Wait.']
    await render({ feedback: { ...makeAnalysis().feedback, advice } })
    expect(screen.getByText('Look at 100 plants.')).toBeTruthy()
  })

  it('hides the spots on request, and shows the whole photo by the button or a tap', async () => {
    const { user } = await render()
    expect(screen.getByAltText(spotsAlt).getAttribute('aria-hidden')).toBe('false')
    await user.click(screen.getByRole('button', { name: 'Hide the spots' }))
    expect(screen.getByAltText(spotsAlt).getAttribute('aria-hidden')).toBe('true')
    const photo = screen.getByAltText('The photo of the leaf')
    expect(photo.className).toContain('object-cover')
    await user.click(screen.getByRole('button', { name: 'Whole photo' }))
    expect(photo.className).toContain('object-contain')
    // On a phone the buttons give it the whole width.
    expect(photo.closest('figure')?.className).toContain('flex-col')
    await user.click(photo)
    expect(photo.className).toContain('object-cover')
  })

  it('has no spots and no area for a healthy leaf', async () => {
    await render({ rust_class: 'healthy', disease: null, affected_area: null, heatmap: null })
    expect(getHeading()).toBe('Healthy')
    expect(screen.queryByAltText(spotsAlt)).toBeNull()
    expect(screen.queryByText(/spots$/)).toBeNull()
  })
})

describe('the result when Kutu is not sure', () => {
  it('names no disease, but the class that it comes closest to, why, a question at the plant, and another photo', async () => {
    const onRetake = vi.fn()
    const { user } = await render(uncertain, onRetake)
    expect(getHeading()).toBe('We cannot tell yet')
    expect(screen.getByText('Not sure')).toBeTruthy()
    expect(screen.getByText('Two answers look alike here.')).toBeTruthy()
    const question = within(screen.getByRole('region', { name: /^Rub a spot with your finger/ }))
    for (const name of ['Yes', 'No'])
      expect(question.getByRole('button', { name }).querySelector('svg'), name).not.toBeNull()
    expect(question.getByRole('button', { name: 'I cannot tell' })).toBeTruthy()
    expect(screen.getAllByText(/%$/).filter(element => element.closest('details') === null)).toEqual([
      screen.getByText(/^Only the closest match: rust \d{1,2}\.\d{2}%$/),
    ])
    await user.click(screen.getByRole('button', { name: 'Take another photo' }))
    expect(onRetake).toHaveBeenCalledOnce()
  })

  it('marks no spots and gives no area', async () => {
    await render(uncertain)
    expect(screen.queryByAltText(spotsAlt)).toBeNull()
    expect(screen.queryByText(/spots$/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Take another photo' })).toBeTruthy()
  })

  it.each([
    ['too_blurred', 'The photo is blurred.'],
    ['too_dark', 'The photo is too dark.'],
  ] as const)('gives the photo as the reason when it is %s', async (warning, reason) => {
    await render({ ...uncertain, quality: [warning] })
    expect(screen.getByText(reason)).toBeTruthy()
    expect(screen.queryByRole('region', { name: /^Rub a spot/ })).toBeNull()
    expect(screen.getByText('Come closer. One leaf should fill the picture.')).toBeTruthy()
  })

  it('says that the photo does not show enough when one class leads', async () => {
    await render({ ...uncertain, probabilities: { common_rust: 0.9, healthy: 0.05, other_disease: 0.05 } })
    expect(screen.getByText('The photo does not show enough.')).toBeTruthy()
  })
})

describe('the question at the plant', () => {
  const put = 'PUT /analysis/rust-detection/{id}/answers/'
  const likely: Changes = { ...uncertain, band: 'likely' }

  it('changes the answer at once, asks the next one, and waits in the outbox', async () => {
    const { user } = await render(uncertain)
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    expect(getHeading()).toBe('Bean rust')
    expect(screen.getByText('after your answers')).toBeTruthy()
    expect(screen.getByText(/^From the photo alone. Only the closest match: rust 62.00%$/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Do this today' })).toBeTruthy()
    const stored = { kind: 'answers', data: { answers: [{ question: 'powder', answer: 'yes' }] } }
    await vi.waitFor(async () => expect(await listItems(makeUser('farmer').id)).toMatchObject([stored]))
    await user.click(screen.getByRole('button', { name: 'Round and raised' }))
    const both = { data: { answers: [{}, { question: 'round-or-corners', answer: 'round' }] } }
    await vi.waitFor(async () => expect(await listItems(makeUser('farmer').id)).toMatchObject([both]))
    expect(receivedRequests.filter(({ endpoint }) => endpoint === put)).toEqual([])
  })

  it('takes a double tap for one answer', async () => {
    const { user } = await render(uncertain)
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    fireEvent.click(screen.getByRole('button', { name: 'Flat with corners' }), { detail: 2 })
    expect(screen.getByRole('button', { name: 'Flat with corners' })).toBeTruthy()
  })

  it('can name another class than the model, whose spots are then not marked', async () => {
    const { user } = await render(likely)
    expect(screen.getByAltText(spotsAlt)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'No' }))
    await user.click(screen.getByRole('button', { name: 'Flat with corners' }))
    expect(getHeading()).toBe('Angular leaf spot of beans')
    expect(screen.queryByAltText(spotsAlt)).toBeNull()
  })

  it('is taken back, and skipped by who cannot tell', async () => {
    const { user } = await render(uncertain)
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await user.click(screen.getByRole('button', { name: 'Take back' }))
    expect(getHeading()).toBe('We cannot tell yet')
    await user.click(screen.getByRole('button', { name: 'I cannot tell' }))
    expect(getHeading()).toBe('We cannot tell yet')
    expect(screen.getByRole('button', { name: 'Flat with corners' })).toBeTruthy()
  })

  it('is not asked about a confident answer', async () => {
    await render()
    expect(screen.queryByRole('button', { name: 'I cannot tell' })).toBeNull()
  })

  it('shows what the server has stored', async () => {
    await render({ ...uncertain, answers: [{ question: 'powder', answer: 'no' }] })
    expect(screen.getByText('Rub a spot with your finger. Is there colored powder on it?')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Take back' })).toBeTruthy()
  })
})

describe('the result of a leaf that Kutu does not know', () => {
  it('asks nothing, and shows how the next photo should look', async () => {
    await render({ ...uncertain, band: 'unfamiliar' })
    expect(getHeading()).toBe('We cannot tell yet')
    expect(screen.getByText('Kutu has never seen a leaf like this.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'I cannot tell' })).toBeNull()
    expect(screen.getByText('Come closer. One leaf should fill the picture.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Take another photo' })).toBeTruthy()
  })

  it('leads to a person when the farmer stated another crop', async () => {
    await render({ ...uncertain, band: 'unfamiliar', crop_type: 'OTHER', crop: null })
    expect(screen.getByText('Kutu does not know this crop yet. Ask an expert.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Take another photo' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Book a Slot' }).getAttribute('href')).toBe(
      '/experts?analysis=11111111-1111-7111-8111-111111111111',
    )
  })
})

describe('a wrong result', () => {
  it('is reported with the correct class', async () => {
    respond(report, {
      id: '22222222-2222-7222-8222-222222222222',
      label: 'healthy',
      state: 'waiting',
      uploaded_at: '2026-11-20T08:00:00Z',
    })
    const { user } = await render()
    await user.click(screen.getByText('Is this answer wrong?'))
    await user.click(screen.getByRole('button', { name: 'This is wrong' }))
    await user.click(screen.getByLabelText('Healthy'))
    await user.click(screen.getByRole('button', { name: 'Send to experts' }))
    expect((await screen.findAllByText('Thank you for telling us')).length).toBeGreaterThan(0)
    expect(receivedRequests.at(-1)?.body).toEqual({ label: 'healthy' })
  })

  it('waits on the phone if the report cannot reach the server, under the key of its first attempt', async () => {
    failToReach(report)
    const { user } = await render()
    await user.click(screen.getByText('Is this answer wrong?'))
    await user.click(screen.getByRole('button', { name: 'This is wrong' }))
    await user.click(screen.getByRole('button', { name: 'Send to experts' }))
    expect(await screen.findByText('Your report waits for a network.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'This is wrong' })).toBeNull()
    const key = receivedRequests.find(({ endpoint }) => endpoint === report)?.headers.get('idempotency-key')
    expect(await listItems(makeUser('farmer').id)).toMatchObject([{ kind: 'report', key, data: { label: null } }])
  })

  it('says why a report failed', async () => {
    respondWithError(report, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    await user.click(screen.getByText('Is this answer wrong?'))
    await user.click(screen.getByRole('button', { name: 'This is wrong' }))
    await user.click(screen.getByRole('button', { name: 'Send to experts' }))
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
  })
})
