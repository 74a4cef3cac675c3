// @vitest-environment happy-dom
import type { GuidePhoto } from '@kutu/contract/training/guide-photos'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failToReach, receivedRequests, respond } from '../../../testing/api-server.ts'
import { makeAnalysis } from '../../../testing/fixtures/detection.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { Article } from './Article.tsx'
import { ArticleIndex } from './ArticleIndex.tsx'
import { EducationResources } from './EducationResources.tsx'

const photosCall = 'GET /api/learn/{card}/photos/'

describeScreenStates('the education resources', {
  element: <EducationResources />,
  options: { user: 'farmer', catalogs: ['detection', 'advice'] },
  endpoint: 'GET /analysis/rust-detection/',
  empty: { reply: makeListPage(), text: 'No resources yet' },
  filled: { reply: makeListPage(makeAnalysis()), text: 'Common rust of maize' },
})

it('the education resources are one step from the home of the specification', async () => {
  respond('GET /analysis/rust-detection/', makeListPage())
  await renderScreen(<EducationResources />, { user: 'farmer', catalogs: ['detection', 'advice'] })
  const crumbs = within(screen.getByRole('navigation')).getAllByRole('listitem')
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(['Home', 'Education Resources'])
  expect(within(screen.getByRole('navigation')).getByRole('link', { name: 'Home' }).getAttribute('href')).toBe(
    '/dashboard',
  )
})

it('the education resources show the plate, signs and steps, and a link without a raw address', async () => {
  const url = '/learn/maize-common-rust'
  const article = {
    id: 'maize-common-rust',
    title: 'Common rust of maize',
    url,
    description: 'A rust of maize.',
    resource_type: 'article',
    created_at: '2026-11-15T00:00:00.000Z',
  } as const
  respond('GET /analysis/rust-detection/', makeListPage(makeAnalysis({ educational_resources: [article] })))
  await renderScreen(<EducationResources />, { user: 'farmer', catalogs: ['detection', 'advice'] })
  const first = (await screen.findAllByRole('group'))[0] ?? document.body
  expect(first.querySelector('svg path')).not.toBeNull()
  expect(within(first).getByRole('heading', { name: 'Do today' }).nextElementSibling?.children).toHaveLength(3)
  expect(within(first).getByRole('link', { name: 'Whole article' }).getAttribute('href')).toBe(url)
  expect(document.body.textContent).not.toContain('http')
})

describe('the articles', () => {
  it('are listed by crop and open without a network', async () => {
    await renderScreen(<ArticleIndex />, { catalogs: ['detection', 'advice'] })
    expect(screen.getByRole('heading', { name: 'Maize' })).toBeTruthy()
    const [first] = screen.getAllByRole('link')
    expect(first?.getAttribute('href')).toMatch(/^\/learn\//)
  })

  it('say so when an article does not exist', async () => {
    await renderScreen(<Article />, { catalogs: ['detection', 'advice'], path: '/learn/none', route: '/learn/:id' })
    expect(screen.getByRole('link', { name: 'All articles' })).toBeTruthy()
  })

  it('show the drawn leaf, at most three signs and three steps; everything else is folded', async () => {
    respond(photosCall, { results: [] })
    await renderScreen(<Article />, {
      catalogs: ['detection', 'advice'],
      path: '/learn/beans-rust',
      route: '/learn/:id',
    })
    expect(screen.getByRole('figure', { name: 'A drawn leaf: Bean rust' })).toBeTruthy()
    for (const caption of ['Early', 'Late', 'Close up']) expect(screen.getByText(caption)).toBeTruthy()
    const [signs, steps] = screen.getAllByRole('list').filter(list => list.closest('details, figure') === null)
    expect(signs?.children).toHaveLength(3)
    expect(steps?.children).toHaveLength(3)
    const folds = screen.getAllByRole('group').filter(group => group.matches('details'))
    expect(folds.map(fold => [fold.querySelector('summary')?.textContent, fold.hasAttribute('open')])).toEqual([
      ['Is it this or a look-alike?', false],
      ['Rest of the season', false],
      ['Next season', false],
      ['Spray only if', false],
      ['More about it', false],
      ['Sources', false],
    ])
    const lookAlike = screen.getByRole('link', { name: /angular leaf spot/i })
    expect(lookAlike.parentElement?.querySelector('svg path')).not.toBeNull()
  })

  it('show one leaf of each crop where a card is about several', async () => {
    respond(photosCall, { results: [] })
    await renderScreen(<Article />, { catalogs: ['detection', 'advice'], path: '/learn/healthy', route: '/learn/:id' })
    const figures = screen.getAllByRole('figure', { name: /^A drawn leaf: / })
    expect(figures.map(figure => figure.getAttribute('aria-label')?.split(': ')[1])).toEqual([
      'Beans',
      'Maize',
      'Wheat',
      'Rice',
    ])
    expect(screen.getAllByText('Young leaf')).toHaveLength(4)
  })
})

describe('farmers’ photos in an article', () => {
  const photo: GuidePhoto = {
    id: '11111111-1111-7111-8111-111111111111',
    image: 'http://localhost/files/photos/aa/leaf.jpg?expires=1',
    district: { name: 'Mbale', country: 'UG' },
    month: '2026-10',
  }
  const other: GuidePhoto = { ...photo, id: '22222222-2222-7222-8222-222222222222', district: null }
  const render = (user?: 'farmer' | 'expert') =>
    renderScreen(<Article />, {
      ...(user && { user }),
      catalogs: ['detection', 'advice'],
      path: '/learn/beans-rust',
      route: '/learn/:id',
    })

  it('show where and when each grew, as small pictures, and nothing to remove them with', async () => {
    respond(photosCall, { results: [photo, other] })
    await render('farmer')
    const section = within(await screen.findByRole('region', { name: 'Photos from Kutu’s farmers' }))
    const first = section.getByRole('img', { name: 'Bean rust: a farmer’s photo, Mbale, Oct 2026' })
    expect(first.getAttribute('src')).toBe(`${photo.image}&size=small`)
    expect(section.getByText('Oct 2026')).toBeTruthy()
    expect(section.queryByRole('button')).toBeNull()
  })

  it('leave the article as it is when there are none and without a network', async () => {
    failToReach(photosCall)
    await render()
    await expect.poll(() => receivedRequests.length).toBe(1)
    expect(screen.getByRole('heading', { name: 'Bean rust' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Photos from Kutu’s farmers' })).toBeNull()
  })

  it('are removed by an expert, who is asked first', async () => {
    respond(photosCall, { results: [photo] })
    respond('DELETE /api/learn/photos/{id}/', undefined)
    const { user } = await render('expert')
    await user.click(await screen.findByRole('button', { name: 'Remove this photo' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove this photo?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove this photo' }))
    await expect.poll(getNotices).toEqual(['The photo has been removed'])
    expect(screen.queryByRole('region', { name: 'Photos from Kutu’s farmers' })).toBeNull()
  })
})
