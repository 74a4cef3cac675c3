// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { respond } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ExpertSignUp } from './ExpertSignUp.tsx'

const render = () => renderScreen(<ExpertSignUp />, { catalogs: ['accounts'], path: '/auth/signup/expert' })

describe('the sign-up of an expert', () => {
  it('promises a check of the details only where an administrator makes one', async () => {
    respond('GET /api/auth/register/expert/', { is_checked: true })
    const { unmount } = await render()
    expect(await screen.findByText(/our team looks at your details/)).toBeTruthy()
    unmount()
    respond('GET /api/auth/register/expert/', { is_checked: false })
    await render()
    expect(await screen.findByText('Verify your email, and farmers can find you.')).toBeTruthy()
    expect(screen.queryByText(/our team looks at your details/)).toBeNull()
  })
})
