// @vitest-environment happy-dom
import type { Role } from '@kutu/contract/common'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { QuickLinks } from '../features/dashboard/QuickLinks.tsx'
import { getNotificationPath } from '../features/notifications/notification-appearance.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { RequireRole } from './AccountRoutes.tsx'
import { accountRoutes } from './account-routes.ts'
import { quickLinks } from './quick-links.ts'
import { RequireSession } from './session/RequireSession.tsx'

const roles: readonly Role[] = ['farmer', 'expert', 'admin']

describe('a screen of one role', () => {
  const guarded = (redirectOthersTo?: Partial<Record<Role, string>>) => (
    <RequireRole roles={['farmer']} redirectOthersTo={redirectOthersTo}>
      <h1>Slots</h1>
    </RequireRole>
  )

  it('is shown to that role', async () => {
    await renderScreen(guarded(), { user: 'farmer' })
    expect(screen.getByRole('heading').textContent).toBe('Slots')
  })

  it('is not found by other roles', async () => {
    await renderScreen(guarded(), { user: 'admin' })
    expect((await screen.findByRole('heading')).textContent).not.toBe('Slots')
  })

  it('redirects other roles if its route says so', async () => {
    const { getPath } = await renderScreen(guarded({ expert: '/availability-slots' }), {
      user: 'expert',
      route: '/slots',
      path: '/slots',
    })
    expect(getPath()).toBe('/availability-slots')
  })
})

describe('an address of the specification', () => {
  const slots = accountRoutes.find(({ path }) => path === '/account/addresses/slots')
  const links = [...quickLinks, { path: '/experts', targets: { farmer: slots?.path, ...slots?.redirectOthersTo } }]
  it.each(links.flatMap(({ path, targets }) => roles.map(role => [path, role, targets[role]] as const)))(
    '%s leads the %s to %s, which that role may open',
    (_path, role, target) => {
      const route = accountRoutes.find(({ path }) => path === target?.split('#')[0])
      expect(route).toBeDefined()
      expect(route?.roles ?? [role]).toContain(role)
    },
  )
})

describe('a quick link of the dashboard', () => {
  it('has the address of the specification, and a farmer who books an expert comes to the slots', async () => {
    await renderScreen(<QuickLinks role={'farmer' satisfies Role} />, { user: 'farmer', catalogs: ['dashboard'] })
    const hrefs = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    const paths = ['/account/images/upload', '/account/bookings', '/account/posts/create', '/account/posts']
    expect(hrefs).toEqual(paths)
    const targets = paths.map(path => quickLinks.find(link => link.path === path)?.targets.farmer)
    expect(targets[1]).toBe('/account/addresses/slots')
    expect(targets).not.toContain(undefined)
  })
})

describe('a page behind sign-in', () => {
  it('sends a visitor to the sign-in page and stores the address for later', async () => {
    const path = '/account/addresses/my-bookings?state=pending'
    const { getPath } = await renderScreen(<RequireSession />, { route: '/account/*?', path })
    expect(getPath()).toBe('/auth')
    expect(sessionStorage.getItem('returnPath')).toBe(path)
  })

  it.each(['{', '"grace"', 'null'])('signs out with the stored user record %s', async record => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    localStorage.setItem('accessToken', 'access-token')
    localStorage.setItem('refreshToken', 'refresh-token')
    localStorage.setItem('user', record)
    const { getPath } = await renderScreen(<RequireSession />, { route: '/account/*?', path: '/account/profile' })
    expect(getPath()).toBe('/auth')
    expect(sessionStorage.getItem('returnPath')).toBe('/account/profile')
    expect(['accessToken', 'refreshToken', 'user'].map(item => localStorage.getItem(item))).toEqual([null, null, null])
    if (record === '{')
      expect(warn).toHaveBeenCalledWith('The stored user record could not be read', expect.any(SyntaxError))
  })

  it('renders for a signed-in user', async () => {
    const { getPath } = await renderScreen(<RequireSession />, {
      user: 'farmer',
      route: '/account/*?',
      path: '/account',
    })
    expect(getPath()).toBe('/account')
  })
})

describe('the link of a notification', () => {
  const types = ['post', 'analysis', 'booking'] as const
  it.each(roles.flatMap(role => types.map(type => [role, type] as const)))(
    'leads a %s about a %s only to a screen that the role may open',
    (role, type) => {
      const id = '50de9860-4eeb-47ec-9f96-c5dd19b7568d'
      const notification = { id: '1', type: 'post_approved', message: '', date: '', read: false } as const
      const path = getNotificationPath({ ...notification, subject: { type, id } }, role)
      if (path === null) return expect([role, type]).not.toEqual(['farmer', type])
      const route = accountRoutes.find(route => new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`).test(path))
      expect(route?.roles ?? [role]).toContain(role)
    },
  )
})
