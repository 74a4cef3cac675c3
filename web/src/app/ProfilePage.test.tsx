// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { respond } from '../testing/api-server.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { makeUser } from '../testing/users.ts'
import { ProfilePage } from './ProfilePage.tsx'

it('Back from a section of an incomplete account opens the tab with the settings again, and each has a title', async () => {
  respond('GET /api/auth/customer-types', { data: [] })
  respond('GET /api/auth/countries', { data: [] })
  const user = makeUser('farmer', { accountComplete: false })
  const { user: person } = await renderScreen(<ProfilePage />, {
    user,
    catalogs: ['accounts', 'profile', 'settings', 'security'],
    path: '/account/profile',
  })
  const tab = screen.getByRole('tab', { name: 'Account Summary' })
  await person.click(tab)
  // The same tab, which keeps the focus.
  expect(document.activeElement).toBe(tab)
  await person.click(screen.getByRole('link', { name: 'Language, text and time' }))
  await waitFor(() => expect(document.title).toBe('Language, text and time · Profile · Kutu'))
  window.history.back()
  expect((await screen.findByRole('tab', { selected: true })).textContent).toBe('Account Summary')
  expect(document.title).toBe('Profile · Kutu')
})
