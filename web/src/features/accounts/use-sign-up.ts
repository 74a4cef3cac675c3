import type { FieldValues, SubmitHandler, UseFormReturn } from 'react-hook-form'
import { type NavigateFunction, useNavigate } from 'react-router'
import { storeActivationToken, storeSignUpToken } from '../../api/session.ts'
import { say } from '../../text/say.ts'
import { showSuccess } from '../../ui/toasts.ts'
import { focusFirst, showRefusal } from './refusal.ts'
import { forgetVerificationCode } from './verification-code.ts'

type Registered = { token: string; message: string; user: { email: string } }

async function goToVerification({ token, message, user }: Registered, navigate: NavigateFunction) {
  storeSignUpToken(token)
  storeActivationToken(null)
  forgetVerificationCode()
  showSuccess(say('notice.success'), message)
  await navigate('/auth/verify-email', { state: { email: user.email } })
}

/** Submits a sign-up: on to Verify Email with the token stored, or the server's sentences at their fields. */
export function useSignUp<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  register: (values: Values) => Promise<Registered>,
) {
  const navigate = useNavigate()
  const send: SubmitHandler<Values> = async values => {
    try {
      await goToVerification(await register(values), navigate)
    } catch (error) {
      showRefusal(error, form)
    }
  }
  return form.handleSubmit(send, wrong => focusFirst(form, wrong))
}
