// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ApiError, OfflineError } from '../../api/errors.ts'
import { getNotices, renderScreen } from '../../testing/render-screen.tsx'
import { TextField } from './TextField.tsx'
import { useForm } from './use-form.ts'

type Values = { name: string; email: string }

function SampleForm({ onSubmit }: { onSubmit: (values: Values) => Promise<unknown> }) {
  const form = useForm<Values>({
    initialValues: { name: '', email: '' },
    validate: async ({ name, email }) => ({
      name: name === '' ? 'Name missing' : undefined,
      email: email === '' ? 'Email missing' : undefined,
    }),
    errorFields: { email_taken: 'email' },
    onSubmit,
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <TextField {...form.text('name')} label="Name" />
      <TextField {...form.text('email')} label="Email" />
      <button type="submit" disabled={form.isSubmitting}>
        Send
      </button>
    </form>
  )
}

async function renderForm(onSubmit: (values: Values) => Promise<unknown> = async () => undefined) {
  const { user } = await renderScreen(<SampleForm onSubmit={onSubmit} />)
  const button = screen.getByRole('button', { name: 'Send' })
  return { user, button, name: screen.getByLabelText('Name'), email: screen.getByLabelText('Email') }
}
const getAlerts = () => screen.queryAllByRole('alert').map(alert => alert.textContent)

describe('a form', () => {
  it('shows every missing field and focuses the first one before anything is sent', async () => {
    const onSubmit = vi.fn(async () => undefined)
    const { user, button, name } = await renderForm(onSubmit)
    await user.click(button)
    expect(await screen.findByText('Name missing')).toBeTruthy()
    expect(getAlerts()).toEqual(['Name missing', 'Email missing'])
    expect(document.activeElement).toBe(name)
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('removes an error as soon as its field is corrected and leaves the others', async () => {
    const { user, button, name } = await renderForm()
    await user.click(button)
    await user.type(name, 'Grace')
    expect(getAlerts()).toEqual(['Email missing'])
  })

  it('does not check fields before the first submission', async () => {
    const { user, name } = await renderForm()
    await user.type(name, 'G')
    await user.clear(name)
    expect(getAlerts()).toEqual([])
  })

  it('submits the values once, however often the button is pressed', async () => {
    const onSubmit = vi.fn((_: Values) => new Promise(() => undefined))
    const { user, name, email } = await renderForm(onSubmit)
    await user.type(name, 'Grace')
    await user.type(email, 'grace@example.org{Enter}{Enter}')
    expect(onSubmit.mock.calls).toEqual([[{ name: 'Grace', email: 'grace@example.org' }]])
  })

  it('takes over what a password manager filled in without an event', async () => {
    const onSubmit = vi.fn(async (_: Values) => undefined)
    const { user, button, name, email } = await renderForm(onSubmit)
    await user.type(name, 'Grace')
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    act(() => set?.call(email, 'grace@example.org'))
    await user.click(button)
    expect(onSubmit.mock.calls).toEqual([[{ name: 'Grace', email: 'grace@example.org' }]])
  })

  it.each([
    [
      'by field',
      { error: 'validation_failed', errors: [{ field: 'email', message: 'Not an email.' }] },
      'Not an email.',
    ],
    ['by error code', { error: 'email_taken' }, 'Message'],
  ])('shows the server’s errors %s, in a notice, and focuses the field', async (_, reply, message) => {
    const { user, name, email } = await renderForm(async () => {
      throw new ApiError({ status: 400, message: 'Message', ...reply })
    })
    await user.type(email, 'grace')
    await user.type(name, 'Grace{Enter}')
    expect(await screen.findByText(message, { selector: 'form [role=alert]' })).toBeTruthy()
    expect(document.activeElement).toBe(email)
    expect(getNotices()).toEqual(['Message'])
    await user.type(email, '@example.org')
    expect(email.getAttribute('aria-invalid')).toBeNull()
  })

  it('keeps the values when the device is offline', async () => {
    const { user, name, email } = await renderForm(async () => {
      throw new OfflineError()
    })
    await user.type(name, 'Grace')
    await user.type(email, 'grace@example.org{Enter}')
    expect(getNotices()).toEqual(['There is no connection. Check the network and try again.'])
    expect((email as HTMLInputElement).value).toBe('grace@example.org')
  })
})
