import { useRef } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { newIdempotencyKey } from '../../../api/idempotency-key.ts'
import { storeActivationToken, storeSignUpToken } from '../../../api/session/session.ts'
import { clearVerificationCode } from '../activation/verification-code.ts'
import { focusFirstInvalid, showFormErrors } from '../form-errors.ts'

type Registration = { token: string; user: { email: string } }

/** Returns the same key until the values change, so that a retry after a lost response creates no second account. */
function useIdempotencyKey<Values>(): (values: Values) => string {
  const last = useRef({ body: '', key: '' })
  return values => {
    const body = JSON.stringify(values)
    if (last.current.body !== body) last.current = { body, key: newIdempotencyKey() }
    return last.current.key
  }
}

/** Submits a sign-up, stores the token and continues to Verify Email. Server errors are shown at their fields. */
export function useSignUp<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  register: (values: Values, idempotencyKey: string) => Promise<Registration>,
) {
  const navigate = useNavigate()
  const getIdempotencyKey = useIdempotencyKey<Values>()
  async function signUp(values: Values) {
    try {
      const { token, user } = await register(values, getIdempotencyKey(values))
      storeSignUpToken(token)
      storeActivationToken(null)
      clearVerificationCode()
      await navigate('/auth/verify-email', { state: { email: user.email } })
    } catch (error) {
      showFormErrors(error, form)
    }
  }
  return form.handleSubmit(signUp, errors => focusFirstInvalid(form, errors))
}
