// @vitest-environment happy-dom
import type { OwnUser } from '@kutu/contract/accounts/accounts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getStoredUser } from '../../api/session/session.ts'
import { receivedRequests, respond } from '../../testing/api-server.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { makeUser } from '../../testing/users.ts'
import { AccountLayout } from '../layout/AccountLayout.tsx'

const me = 'GET /api/auth/me'
const catalogs = ['accounts', 'profile', 'security', 'settings'] as const
const makeAdmin = (required_step: OwnUser['required_step']): OwnUser => ({ ...makeUser('admin'), required_step })

describe('an account that must do something first', () => {
  it('changes its generated password before anything else is shown', async () => {
    respond(me, makeAdmin('change_password'))
    respond('POST /api/auth/change-password', { message: 'Your password is changed.', access: 'a', refresh: 'r' })
    const { user } = await renderScreen(<AccountLayout />, { user: makeAdmin('change_password'), catalogs })
    expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Users' })).toBeNull()
    respond(me, makeAdmin('set_up_second_factor'))
    respond('GET /api/account/second-factors/', { factors: [], recovery_codes_left: 0 })
    await user.type(screen.getByLabelText('Old password'), 'q8Zt-Generated')
    await user.type(await screen.findByLabelText('New password'), 'Beans-5-ever!')
    await user.type(screen.getByLabelText('Confirm password'), 'Beans-5-ever!')
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
    expect(await screen.findByRole('heading', { name: 'Set up two-step sign-in' })).toBeTruthy()
    expect(getStoredUser()?.required_step).toBe('set_up_second_factor')
  })

  it('sets up a second factor, and is not led away from the recovery codes', async () => {
    respond(me, makeAdmin('set_up_second_factor'))
    respond('GET /api/account/second-factors/', { factors: [], recovery_codes_left: 0 })
    respond('POST /api/account/second-factors/totp/', {
      setup: 'setup-token',
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Kutu:admin?secret=JBSWY3DPEHPK3PXP',
      expires_at: '2026-11-21T09:15:00Z',
    })
    const factor = {
      id: '11111111-1111-7111-8111-111111111111',
      kind: 'totp',
      name: 'My phone',
      created_at: '2026-11-21T09:00:00Z',
      last_used_at: null,
    } as const
    respond('POST /api/account/second-factors/totp/confirm/', {
      factor,
      recovery_codes: ['AAAAAA-BBBBBB-CCCCCC-DDDDDD'],
    })
    const { user } = await renderScreen(<AccountLayout />, { user: makeAdmin('set_up_second_factor'), catalogs })
    await user.click(await screen.findByRole('button', { name: 'Add an authenticator app' }))
    await user.type(await screen.findByLabelText('Your password'), 'Beans-5-ever!{Enter}')
    await user.type(await screen.findByLabelText('Code from the app'), '123456')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('AAAAAA-BBBBBB-CCCCCC-DDDDDD')).toBeTruthy()
    expect(getStoredUser()?.required_step).toBe('set_up_second_factor')
    const countRequests = () => receivedRequests.filter(({ endpoint }) => endpoint === me).length
    const before = countRequests()
    await user.click(screen.getByRole('button', { name: 'I have saved them' }))
    await expect.poll(countRequests).toBe(before + 1)
  })
})
