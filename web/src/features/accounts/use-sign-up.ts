import { useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { storeActivationToken, storeSignUpToken } from '../../api/session.ts'
import { focusFirst, showRefusal } from './refusal.ts'
import { forgetVerificationCode } from './verification-code.ts'

type Registered = { token: string; user: { email: string } }

/** One key as long as the same is sent: where the reply got lost, sending again makes no second account. */
function useKeyOf<Values>(): (values: Values) => string {
  const last = useRef({ sent: '', key: '' })
  return values => {
    const sent = JSON.stringify(values)
    if (last.current.sent !== sent) last.current = { sent, key: newIdempotencyKey() }
    return last.current.key
  }
}

/** Submits a sign-up: on to Verify Email with the token stored, or the server's sentences at their fields. */
export function useSignUp<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  register: (values: Values, idempotencyKey: string) => Promise<Registered>,
) {
  const navigate = useNavigate()
  const keyOf = useKeyOf<Values>()
  async function signUp(values: Values) {
    try {
      const { token, user } = await register(values, keyOf(values))
      storeSignUpToken(token)
      storeActivationToken(null)
      forgetVerificationCode()
      await navigate('/auth/verify-email', { state: { email: user.email } })
    } catch (error) {
      showRefusal(error, form)
    }
  }
  return form.handleSubmit(signUp, wrong => focusFirst(form, wrong))
}
