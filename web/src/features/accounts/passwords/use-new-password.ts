import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getPasswordError } from './password-error.ts'

type PasswordError = { field: 'password' | 'confirm'; message: string }
export type NewPasswordForm = {
  password: string
  confirm: string
  setPassword: (value: string) => void
  setConfirm: (value: string) => void
  error: PasswordError | undefined
  passwordInput: RefObject<HTMLInputElement | null>
  confirmInput: RefObject<HTMLInputElement | null>
  /** Returns true when the password is strong enough and both inputs match. Otherwise shows the error. */
  validate: () => Promise<boolean>
  /** Shows the server's error about the password. */
  showPasswordError: (message: string) => void
  clear: () => void
}

/**
 * Holds the state of two password inputs.
 * @param clearOnError whether an error clears both inputs
 */
export function useNewPassword({ clearOnError }: { clearOnError: boolean }): NewPasswordForm {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [error, setError] = useState<PasswordError>()
  const passwordInput = useRef<HTMLInputElement>(null)
  const confirmInput = useRef<HTMLInputElement>(null)

  function clear() {
    setPassword('')
    setConfirm('')
    setError(undefined)
  }

  function showError({ field, message }: PasswordError) {
    if (clearOnError) clear()
    const errorField = clearOnError ? 'password' : field
    setError({ field: errorField, message })
    const input = errorField === 'password' ? passwordInput : confirmInput
    input.current?.focus()
  }

  async function validate(): Promise<boolean> {
    const weakness = await getPasswordError(password)
    if (weakness) showError({ field: 'password', message: weakness })
    else if (password !== confirm) showError({ field: 'confirm', message: t('password.mismatch') })
    else {
      setError(undefined)
      return true
    }
    return false
  }

  const showPasswordError = (message: string) => showError({ field: 'password', message })
  return {
    password,
    confirm,
    setPassword,
    setConfirm,
    error,
    passwordInput,
    confirmInput,
    validate,
    showPasswordError,
    clear,
  }
}
