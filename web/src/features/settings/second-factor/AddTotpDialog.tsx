import { generate } from 'lean-qr'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { ConfirmPasswordForm, FactorDialog, type StepProps } from './FactorDialog.tsx'
import { focusStepRef } from './focus-step.ts'
import { startTotp, useConfirmTotp } from './queries.ts'

type Setup = Awaited<ReturnType<typeof startTotp>>

/** Adds an authenticator app: password, QR code and first code, then the recovery codes of a first factor. */
export function AddTotpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  function finish(recoveryCodes: string[] | null) {
    showSuccess(t('security.on'))
    if (recoveryCodes) setCodes(recoveryCodes)
    else onClose()
  }
  return (
    <FactorDialog
      title={t('security.add_totp')}
      submitLabel={t(setup ? 'sign_in_step.confirm' : 'action.continue')}
      {...{ codes, onClose }}
    >
      {step =>
        setup ? (
          <ScanForm {...step} setup={setup} onAdded={finish} />
        ) : (
          <ConfirmPasswordForm {...step} onPassword={async password => setSetup(await startTotp(password))}>
            <p>{t('security.password_lead')}</p>
          </ConfirmPasswordForm>
        )
      }
    </FactorDialog>
  )
}

/** Writes the key in groups of four, which are easier to type. */
const groupKey = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ')

function ScanForm({
  id,
  setup,
  onBusy,
  onAdded,
}: StepProps & { setup: Setup; onAdded: (recoveryCodes: string[] | null) => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useConfirmTotp()
  const form = useForm({
    initialValues: { code: '', name: t('security.totp_name') as string },
    validate: ({ code, name }) => ({
      code: /^[0-9]{6}$/.test(code.replaceAll(/\s/g, '')) ? undefined : t('security.code_missing'),
      name: name.trim() === '' ? t('security.name_missing') : undefined,
    }),
    errorFields: { code_invalid: 'code' },
    toastsFieldErrors: false,
    onSubmit: async ({ code, name }) => {
      onBusy(true)
      try {
        const { recovery_codes } = await mutateAsync({ setup: setup.setup, code, name: name.trim() })
        onAdded(recovery_codes)
      } finally {
        onBusy(false)
      }
    },
  })
  return (
    <form id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-4">
      <p ref={focusStepRef} tabIndex={-1} className="scroll-mt-4 font-bold outline-none">
        {t('security.totp_scan')}
      </p>
      <QrCode text={setup.uri} label={t('security.qr')} />
      {/* A phone cannot scan its own screen. */}
      <a
        href={setup.uri}
        className="inline-flex min-h-12 items-center self-center text-center font-bold text-leaf-ink underline decoration-1 underline-offset-4 hover:decoration-2 sm:hidden"
      >
        {t('security.totp_open')}
      </a>
      <div className="flex flex-col gap-1">
        <p className="text-sm text-muted">{t('security.totp_manual')}</p>
        <code className="rounded-lg bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere select-all">
          {groupKey(setup.secret)}
        </code>
      </div>
      <TextField
        {...form.text('code')}
        label={t('security.totp_code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        className="max-w-48 text-2xl font-bold tracking-widest"
        required
      />
      <TextField {...form.text('name')} label={t('security.name')} maxLength={60} autoComplete="off" required />
    </form>
  )
}

/** The quiet zone around a QR code, in modules (ISO/IEC 18004, 6.3.8). */
const quietZone = 4

/** Draws a QR code as one SVG path, which the Content-Security-Policy allows: it has no inline style. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const size = code.size + 2 * quietZone
  const rows = Array.from({ length: code.size }, (_, y) => y)
  const path = rows
    .flatMap(y => rows.filter(x => code.get(x, y)).map(x => `M${x + quietZone} ${y + quietZone}h1v1h-1z`))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-full max-w-60 self-center rounded-lg border border-line bg-snow"
    >
      <path d={path} fill="black" />
    </svg>
  )
}
