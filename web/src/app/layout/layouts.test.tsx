// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, goOnline, respond } from '../../testing/api-server.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { BottomBar } from './BottomBar.tsx'
import { flattenMenu, getMenu } from './menu.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { PublicLayout } from './PublicLayout.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'

describe('the layout before sign-in', () => {
  it('shows the name, the tagline and the languages', async () => {
    await renderScreen(<AuthLayout />, { path: '/auth' })
    expect(screen.getByText('Detect Early . Act Fast . Grow Smart')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Language: English' })).toBeTruthy()
  })

  it('sends a signed-in user to the page that they wanted', async () => {
    sessionStorage.setItem('returnPath', '/account/settings')
    const { getPath } = await renderScreen(<AuthLayout />, { user: 'farmer', path: '/auth', route: '/auth' })
    expect(getPath()).toBe('/account/settings')
  })

  it('never follows a stored address that is not behind sign-in', async () => {
    sessionStorage.setItem('returnPath', 'https://example.org/')
    const { getPath } = await renderScreen(<AuthLayout />, { user: 'farmer', path: '/auth', route: '/auth' })
    expect(getPath()).toBe('/account')
  })
})

describe('the layout of public pages', () => {
  it('links a visitor to the sign-in page and a user to the dashboard', async () => {
    const { unmount } = await renderScreen(<PublicLayout />, { path: '/terms' })
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth')
    unmount()
    await renderScreen(<PublicLayout />, { user: 'farmer', path: '/terms' })
    expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/account')
  })
})

describe('the side menu', () => {
  it('opens the group of the current page and marks the page', async () => {
    await renderScreen(<SideMenu entries={getMenu('farmer')} />, {
      user: 'farmer',
      path: '/account/addresses/my-bookings',
    })
    expect(screen.getByRole('link', { name: 'My bookings' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('button', { name: 'Expert Slots' }).getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('button', { name: 'Image Analysis' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('has one open group at a time', async () => {
    const { user } = await renderScreen(<SideMenu entries={getMenu('farmer')} />, { user: 'farmer', path: '/account' })
    await user.click(screen.getByRole('button', { name: 'Community Posts' }))
    const open = screen.getAllByRole('button', { expanded: true }).map(button => button.textContent)
    expect(open).toContain('Community Posts')
    expect(open).not.toContain('Image Analysis')
  })
})

describe('the narrow menu', () => {
  it('stays narrow after a reload', async () => {
    const menu = <SideMenu entries={getMenu('farmer')} />
    const { user, unmount } = await renderScreen(menu, { user: 'farmer', path: '/account' })
    await user.click(screen.getByRole('button', { name: 'Make the menu narrow' }))
    unmount()
    await renderScreen(menu, { user: 'farmer', path: '/account' })
    await user.click(screen.getByRole('button', { name: 'Make the menu wide' }))
    expect(localStorage.getItem('narrowMenu')).toBeNull()
  })
})

describe('the bottom bar', () => {
  it('shows three items and the others in a dialog', async () => {
    const items = flattenMenu(getMenu('farmer'))
    const { user } = await renderScreen(<BottomBar items={items} />, { user: 'farmer', path: '/account' })
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual(
      items.slice(0, 3).map(({ path }) => path),
    )
    await user.click(screen.getByRole('button', { name: 'More' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByRole('link')).toHaveLength(items.length - 3)
    expect(dialog.getByRole('button', { name: 'Logout' })).toBeTruthy()
  })
})

describe('the top bar', () => {
  it('shows the number of unread notifications and the account', async () => {
    respond('GET /api/notifications/', { count: 1, next: null, previous: null, unread: 120, results: [] })
    await renderScreen(<TopBar />, { user: 'farmer', path: '/account' })
    expect(await screen.findByText('99+')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Account of Grace the farmer' })).toBeTruthy()
  })

  it('says user while there is no user record', async () => {
    respond('GET /api/notifications/', { count: 0, next: null, previous: null, unread: 0, results: [] })
    await renderScreen(<TopBar />, { path: '/account' })
    expect(screen.getByRole('link', { name: 'Account of user' })).toBeTruthy()
  })
})

describe('the offline banner', () => {
  it('is shown only while the device is offline', async () => {
    await renderScreen(<OfflineBanner />)
    const banner = screen.getByRole('status')
    expect(banner.textContent).toBe('')
    goOffline()
    expect(await within(banner).findByText(/offline|network|connection/i)).toBeTruthy()
    goOnline()
    await expect.poll(() => banner.textContent).toBe('')
  })
})
