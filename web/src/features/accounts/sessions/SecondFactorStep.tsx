import type { SecondFactorMethod, SignInChallenge } from '@kutu/contract/accounts/sign-in-challenge'
import { KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { callApi } from '../../../api/api-client.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { ApiError } from '../../../api/errors.ts'
import { signWithPasskey, supportsPasskeys } from '../../../api/passkeys.ts'
import { startSession } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'

const endpoint = 'POST /api/auth/login/second-factor/'
const icons = { passkey: KeyRound, totp: Smartphone, recovery_code: LifeBuoy }
const leads = {
  passkey: 'sign_in_step.passkey_lead',
  totp: 'sign_in_step.totp_lead',
  recovery_code: 'sign_in_step.recovery_lead',
} as const

/** The second step of signing in: a passkey, a code of an authenticator app, or a recovery code. */
export function SecondFactorStep({ challenge, onRestart }: { challenge: SignInChallenge; onRestart: () => void }) {
  const { t } = useTranslation()
  const methods = (['passkey', 'totp', 'recovery_code'] as const).filter(
    method => challenge.methods.includes(method) && (method !== 'passkey' || supportsPasskeys()),
  )
  const [method, setMethod] = useState<SecondFactorMethod>(methods[0] ?? 'recovery_code')

  async function complete(proof: ApiRequestBody<typeof endpoint>) {
    try {
      const reply = await callApi(endpoint, { body: proof })
      startSession(reply)
      if (reply.message) showSuccess(reply.message)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.is('challenge_expired')) throw error
      showError(error.message)
      onRestart()
    }
  }

  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('sign_in_step.title')} lead={t(leads[method])} />
      {method === 'passkey' ? (
        <PasskeyProof challenge={challenge} onProof={complete} />
      ) : (
        <CodeProof key={method} method={method} challenge={challenge} onProof={complete} />
      )}
      <section aria-label={t('sign_in_step.others')} className="flex flex-col gap-3 border-t border-line pt-6">
        {methods
          .filter(other => other !== method)
          .map(other => {
            const Icon = icons[other]
            return (
              <Button key={other} variant="secondary" wide icon={Icon} onClick={() => setMethod(other)}>
                {t(`sign_in_step.to_${other}`)}
              </Button>
            )
          })}
        <Button variant="quiet" wide onClick={onRestart}>
          {t('sign_in_step.back')}
        </Button>
        <TextLink to="/contact-us" className="self-center text-center">
          {t('sign_in_step.lost')}
        </TextLink>
      </section>
    </div>
  )
}

type ProofProps = { challenge: SignInChallenge; onProof: (proof: ApiRequestBody<typeof endpoint>) => Promise<void> }

function PasskeyProof({ challenge, onProof }: ProofProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  async function prove() {
    setBusy(true)
    // The browser's own messages are technical and in another language.
    const credential = await signWithPasskey(challenge.passkey_options ?? {}).catch(() => undefined)
    try {
      if (credential) await onProof({ method: 'passkey', challenge: challenge.token, credential })
      else showError(t('security.passkey_failed'))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return (
    <Button size="large" wide busy={isBusy} icon={KeyRound} onClick={() => void prove()}>
      {t('sign_in_step.use_passkey')}
    </Button>
  )
}

function CodeProof({ method, challenge, onProof }: ProofProps & { method: 'totp' | 'recovery_code' }) {
  const { t } = useTranslation()
  const isTotp = method === 'totp'
  const form = useForm({
    initialValues: { code: '' },
    initialFocus: 'code',
    validate: ({ code }) => ({ code: isTotp ? validateTotp(code) : validateRecoveryCode(code) }),
    errorFields: { code_invalid: 'code' },
    toastsFieldErrors: false,
    onError: error => error instanceof ApiError && error.is('code_invalid') && form.setValues({ code: '' }),
    onSubmit: ({ code }) => onProof({ method, challenge: challenge.token, code }),
  })
  const validateTotp = (code: string) =>
    /^[0-9]{6}$/.test(code.replaceAll(/\s/g, '')) ? undefined : t('security.code_missing')
  const validateRecoveryCode = (code: string) => (code.trim() === '' ? t('sign_in_step.recovery_missing') : undefined)
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <TextField
        {...form.text('code')}
        label={t(isTotp ? 'security.totp_code' : 'sign_in_step.recovery_code')}
        inputMode={isTotp ? 'numeric' : 'text'}
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        autoCapitalize={isTotp ? 'none' : 'characters'}
        autoCorrect="off"
        spellCheck={false}
        maxLength={isTotp ? 7 : 40}
        className={isTotp ? 'max-w-48 text-2xl font-bold tracking-widest' : 'font-mono'}
        required
      />
      <Button type="submit" size="large" wide busy={form.isSubmitting}>
        {t('sign_in_step.confirm')}
      </Button>
    </form>
  )
}
