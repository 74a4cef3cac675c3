// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { getNotices, renderScreen } from '../render-screen.tsx'
import { Gallery } from './Gallery.tsx'

const openPiece = (piece: string) => renderScreen(<Gallery />, { path: `/gallery/${piece}`, route: '/gallery/*' })

const findExample = (name: string) => {
  const example = screen.getByRole('heading', { name }).parentElement
  if (!example) throw new Error(`No example ${name}`)
  return within(example)
}
const getValue = (name: string) => screen.getByTestId(name).textContent
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const nameOf = (element: Element) => element.getAttribute('aria-label')

it('a phone number is shown in national form, returned as E.164, and detects its country', async () => {
  await openPiece('phone')
  const example = findExample('Phone of Uganda')
  await example.findByText(/Example:/)
  const field = example.getByLabelText<HTMLInputElement>('Phone number')
  const type = (value: string) => fireEvent.change(field, { target: { value } })
  vi.useFakeTimers()
  type('0772123456')
  expect(getValue('Phone of Uganda')).toBe('+256772123456')
  wait(450)
  expect(field.value).toBe('0772123456')
  wait(50)
  expect(field.value).toBe('0772 123456')

  type('+254712123456')
  wait(500)
  expect(example.getByRole('button', { name: 'Country code: Kenya +254' })).toBeTruthy()
  expect(field.value).toBe('0712 123456')

  type('0712')
  expect(getValue('Phone of Uganda')).toBe('0712')
  wait(500)
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('a number without a country asks for one, and an unknown country is rejected', async () => {
  const { user } = await openPiece('phone')
  const name = 'Phone of an unknown country'
  const example = findExample(name)
  await user.type(example.getByLabelText('Phone number'), '0772123456')
  await user.tab()
  expect(example.getByRole('alert').textContent).toBe('Choose country')
  await user.click(example.getByRole('button', { name: 'Country code: Choose country' }))
  await user.click(screen.getByRole('option', { name: /Uganda/ }))
  expect(example.queryByRole('alert')).toBe(null)
  expect(getValue(name)).toBe('+256772123456')
})

it('typing on the closed list of countries selects one, and the typed letters expire after a second', async () => {
  await openPiece('phone')
  const example = findExample('Phone of Uganda')
  await example.findByText(/Example:/)
  const button = example.getByRole('button', { name: /Country code/ })
  button.focus()
  vi.useFakeTimers()
  fireEvent.keyDown(button, { key: 't' })
  wait(900)
  fireEvent.keyDown(button, { key: 'o' })
  expect(nameOf(button)).toContain('Togo')
  wait(1100)
  fireEvent.keyDown(button, { key: 'r' })
  expect(nameOf(button)).toMatch(/: R/)
})

it('a code takes four digits and extracts them from pasted text', async () => {
  const { user } = await openPiece('code')
  const code = screen.getByRole('textbox', { name: 'Code' })
  await user.type(code, '1a2b')
  expect(getValue('Code')).toBe('12')
  await user.clear(code)
  await user.click(code)
  await user.paste('Your code: 98 765')
  expect(getValue('Code')).toBe('9876')
})

it('the meter scores from risky to secure, and common passwords are risky', async () => {
  const { user } = await openPiece('password')
  const example = findExample('Password')
  const expectedStrengths = {
    abc: 'Too weak (risky)',
    password1: 'Too weak (risky)',
    mahindi: 'Too weak (guessable)',
    maize4: 'Weak (weak)',
    'Maize-4u': 'Medium (safe)',
    'Maize-4-ever!': 'Strong (secure)',
  }
  for (const [password, words] of Object.entries(expectedStrengths)) {
    await user.clear(example.getByLabelText('Password'))
    await user.type(example.getByLabelText('Password'), password)
    expect(await example.findByText(words, { selector: 'strong' })).toBeTruthy()
  }
})

const photo = (name: string, bytes = 10, type = 'image/jpeg') => new File([new Uint8Array(bytes)], name, { type })
it.each([
  ['File too big (max: 5 MB)', [photo('large.jpg', 5 * 1024 * 1024 + 1)]],
  ['File type not supported', [photo('letter.pdf', 10, 'application/pdf')]],
  ['You can only upload one image at a time', [photo('one.jpg'), photo('two.jpg')]],
])('the drop zone says "%s" there and as a toast, and clears the file after 3 seconds', async (sentence, files) => {
  const { container } = await openPiece('dropzone')
  const example = findExample('Dropzone')
  const input = container.querySelectorAll<HTMLInputElement>('#Dropzone input[type=file]')
  const name = files[0]?.name ?? ''
  vi.useFakeTimers()
  fireEvent.change(input[input.length - 1] as HTMLInputElement, { target: { files } })
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(example.getByRole('alert').textContent).toBe(sentence)
  expect(getNotices()).toEqual([sentence])
  expect(example.getByText(name)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2900))
  expect(example.getByText(name)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(example.queryByText(name)).toBe(null)
  expect(getNotices()).toEqual([sentence])
  await act(() => vi.advanceTimersByTimeAsync(7000))
  expect(getNotices()).toEqual([])
  expect(example.getByRole('alert').textContent).toBe(sentence)
})
