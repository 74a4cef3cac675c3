import { useLocation } from 'wouter'
import { noteSignUp } from '../../../api/session/saved-answer.ts'
import { storeActivationToken, storeSignUpToken } from '../../../api/session/session.ts'
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts'
import { type FormErrors, useForm } from '../../../ui/form/use-form.ts'
import { rememberSignUpPassword } from '../activation/sign-up-password.ts'
import { clearVerificationCode } from '../activation/verification-code.ts'
import type { AccountFormValues } from './account-fields.tsx'

type Registration = { token: string; user: { id: string; email: string } }

/** Returns a sign-up form. After a submission it stores the token and continues to Verify Email. */
export function useSignUp<Values extends AccountFormValues>({
  register,
  ...options
}: {
  initialValues: Values
  validate: (values: Values) => Promise<FormErrors<Values>>
  register: (values: Values, idempotencyKey: string) => Promise<Registration>
}) {
  const [, navigate] = useLocation()
  const getIdempotencyKey = useIdempotencyKey<Values>()
  return useForm<Values>({
    ...options,
    errorFields: { email_taken: 'email', username_taken: 'username' },
    onSubmit: async values => {
      const { token, user } = await register(values, getIdempotencyKey(values))
      storeSignUpToken(token)
      storeActivationToken(null)
      clearVerificationCode()
      rememberSignUpPassword(values.password, token)
      noteSignUp(user.id)
      navigate('/auth/verify-email', { state: { email: user.email } })
    },
  })
}
