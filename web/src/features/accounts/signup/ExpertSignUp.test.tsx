// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { respond } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ExpertSignUp } from './ExpertSignUp.tsx'

describe('the sign-up of an expert', () => {
  it.each([
    [true, 'Verify your email first. Then our team checks your details. After that you answer farmers.'],
    [false, 'Verify your email, and farmers can find you.'],
  ])('promises a check of the details only where an administrator makes one: %o', async (isChecked, lead) => {
    respond('GET /api/auth/register/expert/', { is_checked: isChecked })
    await renderScreen(<ExpertSignUp />, { catalogs: ['accounts'], path: '/auth/signup/expert' })
    expect(await screen.findByText(lead)).toBeTruthy()
  })
})
