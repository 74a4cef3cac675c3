import type { SecondFactor } from '@kutu/contract/accounts/second-factor'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, LifeBuoy, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { supportsPasskeys } from '../../../api/passkeys.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { ConfirmPasswordForm, FactorDialog } from './FactorDialog.tsx'
import { secondFactorsQuery, useRemoveFactor, useRenewCodes } from './queries.ts'

/** Loaded when it opens: it brings the generator of QR codes. */
const AddTotpDialog = lazyPart(async () => (await import('./AddTotpDialog.tsx')).AddTotpDialog)
const AddPasskeyDialog = lazyPart(async () => (await import('./AddPasskeyDialog.tsx')).AddPasskeyDialog)

type OpenDialog = 'totp' | 'passkey' | 'codes' | SecondFactor | undefined

/**
 * The second factors of the account, with ways to add and remove them, and the recovery codes.
 * `onDone` is called when a dialog closes, for a screen whose only task this is.
 */
export function SecondFactorCard({ onDone }: { onDone?: () => void }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<OpenDialog>()
  function close() {
    setDialog(undefined)
    onDone?.()
  }
  return (
    <Card title={t('security.title')}>
      <p className="text-muted">{t('security.lead')}</p>
      <Loaded query={useQuery(secondFactorsQuery())} skeleton={<SkeletonList count={1} className="h-20 w-full" />}>
        {({ factors, recovery_codes_left }) => (
          <>
            <p className="font-bold">{t(factors.length > 0 ? 'security.on' : 'security.off')}</p>
            {factors.length > 0 && (
              <ul className="flex flex-col divide-y divide-line">
                {factors.map(factor => (
                  <FactorRow key={factor.id} factor={factor} onRemove={() => setDialog(factor)} />
                ))}
                <CodesRow left={recovery_codes_left} onRenew={() => setDialog('codes')} />
              </ul>
            )}
            <div className="flex flex-wrap gap-2 max-sm:*:grow">
              <Button variant={onDone ? 'primary' : 'secondary'} icon={Smartphone} onClick={() => setDialog('totp')}>
                {t('security.add_totp')}
              </Button>
              {supportsPasskeys() && (
                <Button variant="secondary" icon={KeyRound} onClick={() => setDialog('passkey')}>
                  {t('security.add_passkey')}
                </Button>
              )}
            </div>
            {dialog === 'totp' && <AddTotpDialog onClose={close} />}
            {dialog === 'passkey' && <AddPasskeyDialog onClose={close} />}
            {dialog === 'codes' && <RenewCodesDialog onClose={close} />}
            {typeof dialog === 'object' && (
              <RemoveFactorDialog factor={dialog} isLast={factors.length === 1} onClose={close} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function FactorRow({ factor, onRemove }: { factor: SecondFactor; onRemove: () => void }) {
  const { t, dateTime } = useTranslation()
  const { kind, name, created_at, last_used_at } = factor
  const Icon = kind === 'totp' ? Smartphone : KeyRound
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <div className="flex min-w-0 grow basis-48 flex-col">
        <span className="font-bold wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">{t('security.added', { when: dateTime(created_at) })}</span>
        <span className="text-sm text-muted">
          {last_used_at ? t('security.used', { when: dateTime(last_used_at) }) : t('security.unused')}
        </span>
      </div>
      <Button variant="secondary" aria-label={t('action.remove_of', { name })} onClick={onRemove}>
        {t('security.remove')}
      </Button>
    </li>
  )
}

function CodesRow({ left, onRenew }: { left: number; onRenew: () => void }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <LifeBuoy aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <span className="min-w-0 grow basis-48 font-bold">{t('security.codes_left', { count: left })}</span>
      <Button variant="secondary" onClick={onRenew}>
        {t('security.renew')}
      </Button>
    </li>
  )
}

/** Removes a factor after asking for the password. */
function RemoveFactorDialog({
  factor: { id, name },
  isLast,
  onClose,
}: {
  factor: SecondFactor
  isLast: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { mutateAsync } = useRemoveFactor()
  async function remove(password: string) {
    await mutateAsync({ id, password })
    showSuccess(t('security.removed', { name }))
    onClose()
  }
  return (
    <FactorDialog
      title={t('security.remove_ask', { name })}
      submitLabel={t('security.remove')}
      variant="danger"
      onClose={onClose}
    >
      {step => (
        <ConfirmPasswordForm {...step} onPassword={remove}>
          <p>{t(isLast ? 'security.remove_last' : 'security.remove_hint')}</p>
        </ConfirmPasswordForm>
      )}
    </FactorDialog>
  )
}

/** Replaces the recovery codes after asking for the password, and shows the new ones. */
function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<string[]>()
  const { mutateAsync } = useRenewCodes()
  const renew = async (password: string) => setCodes((await mutateAsync(password)).recovery_codes)
  return (
    <FactorDialog title={t('security.renew_ask')} submitLabel={t('security.renew')} {...{ codes, onClose }}>
      {step => (
        <ConfirmPasswordForm {...step} onPassword={renew}>
          <p>{t('security.renew_hint')}</p>
        </ConfirmPasswordForm>
      )}
    </FactorDialog>
  )
}
