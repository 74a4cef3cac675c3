import { type RefObject, useRef, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { weaknessOf } from './weakness.ts'

type Mistake = { at: 'password' | 'confirm'; sentence: string }
export type NewPassword = {
  password: string
  confirm: string
  setPassword: (value: string) => void
  setConfirm: (value: string) => void
  mistake: Mistake | undefined
  passwordInput: RefObject<HTMLInputElement | null>
  confirmInput: RefObject<HTMLInputElement | null>
  /** True when the password is strong enough and typed twice alike; else says what is wrong and where. */
  isGood: () => Promise<boolean>
  /** The server's word against the password. */
  refuse: (sentence: string) => void
  clear: () => void
}

/** A password typed twice. With `clearsWhenWrong` both fields start anew after a mistake. */
export function useNewPassword({ clearsWhenWrong }: { clearsWhenWrong: boolean }): NewPassword {
  const { t } = useText()
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [mistake, setMistake] = useState<Mistake>()
  const passwordInput = useRef<HTMLInputElement>(null)
  const confirmInput = useRef<HTMLInputElement>(null)

  function clear() {
    setPassword('')
    setConfirm('')
    setMistake(undefined)
  }

  function show({ at, sentence }: Mistake) {
    if (clearsWhenWrong) clear()
    const place = clearsWhenWrong ? 'password' : at
    setMistake({ at: place, sentence })
    const input = place === 'password' ? passwordInput : confirmInput
    input.current?.focus()
  }

  async function isGood(): Promise<boolean> {
    const weakness = await weaknessOf(password)
    if (weakness) show({ at: 'password', sentence: weakness })
    else if (password !== confirm) show({ at: 'confirm', sentence: t('password.mismatch') })
    else {
      setMistake(undefined)
      return true
    }
    return false
  }

  const refuse = (sentence: string) => show({ at: 'password', sentence })
  return { password, confirm, setPassword, setConfirm, mistake, passwordInput, confirmInput, isGood, refuse, clear }
}
