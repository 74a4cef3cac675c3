// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../testing/render-screen.tsx'
import { ContactUs } from './ContactUs.tsx'
import { NotFound } from './NotFound.tsx'
import { Terms } from './Terms.tsx'

const getLinks = () => screen.getAllByRole('link').map(link => link.getAttribute('href'))

describe('the contact page', () => {
  it('offers a visitor the experts and a new password', async () => {
    await renderScreen(<ContactUs />, { catalogs: ['pages'], path: '/contact-us' })
    expect(getLinks()).toEqual(['/experts', '/auth/forgot-password'])
  })

  it('offers a farmer the experts and the analyses', async () => {
    await renderScreen(<ContactUs />, { user: 'farmer', catalogs: ['pages'], path: '/contact-us' })
    expect(getLinks()).toEqual(['/experts', '/account/addresses/image-analysis'])
  })

  it('highlights the topic that the address names', async () => {
    const { container } = await renderScreen(<ContactUs />, { catalogs: ['pages'], path: '/contact-us#experts' })
    expect([...container.querySelectorAll('section.border-2')].map(({ id }) => id)).toContain('experts')
  })
})

describe('the terms', () => {
  it('have a section for each topic and a link to the contact page', async () => {
    await renderScreen(<Terms />, { catalogs: ['pages'], path: '/terms' })
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(9)
    expect(getLinks()).toEqual(['/contact-us'])
  })
})

describe('an unknown address', () => {
  it('leads a visitor to the sign-in page', async () => {
    await renderScreen(<NotFound />, { catalogs: ['pages'], path: '/nowhere' })
    expect(getLinks()).toEqual(['/auth'])
  })

  it('leads a signed-in user to the dashboard', async () => {
    await renderScreen(<NotFound />, { user: 'farmer', catalogs: ['pages'], path: '/nowhere' })
    expect(getLinks()).toEqual(['/account'])
  })
})
