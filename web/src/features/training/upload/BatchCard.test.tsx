// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { BatchCard } from './BatchCard.tsx'

const makePhoto = (name: string) => new File([new Uint8Array(10)], name, { type: 'image/jpeg' })
const getClearButton = () => screen.getByRole('button', { name: 'Clear the list' })

it('asks before a list with photos that were not submitted is cleared', async () => {
  const { user, container } = await renderScreen(<BatchCard />, { user: 'expert', catalogs: ['detection', 'teaching'] })
  await user.click(screen.getByText('Many photos at once'))
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (input) await user.upload(input, [makePhoto('1.jpg'), makePhoto('2.jpg')])
  await user.click(getClearButton())
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear the list?' }))
  expect(dialog.getByText(/^2 photos have not been submitted\./)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(getClearButton()).toBeTruthy()
  await user.click(getClearButton())
  const askedAgain = within(await screen.findByRole('dialog', { name: 'Clear the list?' }))
  await user.click(askedAgain.getByRole('button', { name: 'Clear the list' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Clear the list' })).toBeNull()
})
