// @vitest-environment happy-dom
import type { PrivacyNotice } from '@kutu/contract/privacy'
import { retentionDays } from '@kutu/contract/retention'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, respond } from '../../testing/api-server.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { ContactUs } from './ContactUs.tsx'
import { NotFound } from './NotFound.tsx'
import { Terms } from './Terms.tsx'

const unnamed: PrivacyNotice = {
  controller: null,
  hosting: null,
  recipients: { email: false, sms: false, objectStorage: false },
  experts_are_checked: true,
  backup_days: null,
}

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
})

describe('the terms', () => {
  it('have a section for each topic and a link to the contact page', async () => {
    respond('GET /api/privacy/', unnamed)
    await renderScreen(<Terms />, { catalogs: ['pages'], path: '/terms' })
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(12)
    expect(getLinks()).toEqual(['/contact-us'])
  })

  it('name the controller, how to reach them, and every service that receives data', async () => {
    respond('GET /api/privacy/', {
      controller: { name: 'Mbale Growers', address: 'Plot 4, Mbale', contact: 'privacy@mbale.example' },
      hosting: 'Raxio, Kampala',
      recipients: { email: true, sms: true, objectStorage: true },
      experts_are_checked: false,
      backup_days: 14,
    })
    await renderScreen(<Terms />, { catalogs: ['pages'], path: '/terms' })
    expect(await screen.findByText('Mbale Growers runs this service.')).toBeTruthy()
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines).toEqual(
      expect.arrayContaining([
        'Address: Plot 4, Mbale',
        'Contact: privacy@mbale.example',
        'Raxio, Kampala runs the servers.',
        'On this server nobody checks experts before they advise others.',
        'A mail provider delivers our emails.',
        'Africa’s Talking delivers our text messages.',
        'A storage provider keeps the photos.',
        'For anything else, write to the contact above.',
      ]),
    )
    expect(screen.getByRole('row', { name: 'Backups 14 days' })).toBeTruthy()
  })

  it('say when a phone number is seen, and that experts are checked where the server checks them', async () => {
    respond('GET /api/privacy/', unnamed)
    await renderScreen(<Terms />, { catalogs: ['pages'], path: '/terms' })
    expect(await screen.findByText('An administrator checks experts before they advise others.')).toBeTruthy()
    expect(screen.getByText(/They see your phone number after they say yes\. Then you see theirs\./)).toBeTruthy()
    expect(screen.queryByText(/nobody checks experts/)).toBeNull()
  })

  it('say that an operator without a name has not named themselves, and name no service that is off', async () => {
    respond('GET /api/privacy/', unnamed)
    await renderScreen(<Terms />, { catalogs: ['pages'], path: '/terms' })
    expect(await screen.findByText('The operator of this server has not given a name.')).toBeTruthy()
    expect(screen.getByRole('row', { name: 'Backups as the operator decides' })).toBeTruthy()
    expect(screen.queryByText(/Africa’s Talking|mail provider|storage provider|contact above/)).toBeNull()
  })

  it.each(['en', 'sw', 'lg'] as const)(
    'list every period of the table that the clean-up reads, in %s',
    async language => {
      respond('GET /api/privacy/', unnamed)
      await renderScreen(<Terms />, { catalogs: ['pages'], path: '/terms', language })
      const rows = (await screen.findAllByRole('row')).map(row => row.querySelector('td')?.textContent ?? '')
      const days = Object.values(retentionDays)
      await expect.poll(() => screen.getAllByRole('row')).toHaveLength(days.length + 1)
      expect(rows.slice(0, days.length).map(text => Number(/\d+/.exec(text)?.[0]))).toEqual(days)
    },
  )

  it('still say everything else when the server cannot be reached', async () => {
    goOffline()
    await renderScreen(<Terms />, { catalogs: ['pages'], path: '/terms' })
    expect(await screen.findByText('Kept for when you have network.')).toBeTruthy()
    expect(screen.getAllByRole('row')).toHaveLength(Object.keys(retentionDays).length)
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
