import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { storeActivationToken, storeSignUpToken } from '../../../api/session/session.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { clearVerificationCode } from '../activation/verification-code.ts'
import { focusFirstInvalid, showFormErrors } from '../form-errors.ts'

type Registration = { token: string; user: { email: string } }

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
