// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { respond } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { Profile } from './Profile.tsx'

const renderTab = async (user: ReturnType<typeof makeUser>, hash = '') => {
  respond('GET /api/auth/customer-types', { data: [] })
  respond('GET /api/auth/countries', { data: [] })
  const { unmount } = await renderScreen(<Profile />, { user, catalogs: ['accounts', 'profile'], path: `/${hash}` })
  const { textContent } = screen.getByRole('tab', { selected: true })
  unmount()
  return textContent
}

it('an approved expert’s profile opens on Account Summary, and of others only a complete one', async () => {
  const incomplete = { accountComplete: false }
  expect(await renderTab(makeUser('expert', incomplete))).toBe('Account Summary')
  expect(await renderTab(makeUser('expert', { ...incomplete, is_approved: false }))).toBe('Complete Profile')
  expect(await renderTab(makeUser('farmer', incomplete))).toBe('Complete Profile')
  expect(await renderTab(makeUser('farmer'))).toBe('Account Summary')
})

it('the address of a tab opens it, whatever the state of the profile', async () => {
  const incomplete = makeUser('farmer', { accountComplete: false })
  expect(await renderTab(incomplete, '#summary')).toBe('Account Summary')
  expect(await renderTab(incomplete, '#password')).toBe('Change Password')
})
