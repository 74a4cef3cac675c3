import type { AdminUser } from '@kutu/contract/admin'
import { countryCodes } from '@kutu/places/districts'
import { useRef, useState } from 'react'
import { useUser } from '../../../api/session/session.ts'
import { getCountryName } from '../../../i18n/country-name.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { DetailList } from '../../../ui/layout/DetailList.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useChangeUser } from './queries.ts'

type Action = 'deactivate' | 'reactivate' | 'reset_password' | 'remove_second_factors' | 'set_country'

/** Manages one account. The reason is stored in the audit log. */
export function UserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { t, language } = useTranslation()
  const currentUser = useUser()
  const change = useChangeUser()
  const [reason, setReason] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const [country, setCountry] = useState(user.country)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const name = user.username
  const isDeactivated = user.state === 'deactivated'
  const isLeaving = user.state === 'leaving'
  const isOwn = currentUser?.id === user.id

  async function applyAction(action: Action) {
    const needsReason = action === 'remove_second_factors' && reason.trim() === ''
    setReasonMissing(needsReason)
    if (needsReason) return reasonField.current?.focus()
    try {
      await change.mutateAsync({
        id: user.id,
        action,
        ...(reason.trim() && { reason: reason.trim() }),
        ...(action === 'set_country' && country && { country }),
      })
      showSuccess(t(`users.done.${action}`, { name }))
    } catch (error) {
      showError(error)
    }
    onClose()
  }
  const renderButton = (action: Action, variant: 'quiet' | 'secondary' | 'primary') => (
    <Button
      variant={variant}
      busy={change.isPending && change.variables.action === action}
      disabled={change.isPending && change.variables.action !== action}
      onClick={() => applyAction(action)}
    >
      {t(`users.${action}`)}
    </Button>
  )

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={name}
      footer={
        <>
          {country !== user.country && renderButton('set_country', 'primary')}
          {user.second_factors > 0 && !isOwn && renderButton('remove_second_factors', 'secondary')}
          {!isDeactivated && renderButton('reset_password', 'secondary')}
          {isDeactivated && renderButton('reactivate', 'primary')}
          {!isDeactivated && !isOwn && renderButton('deactivate', 'quiet')}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <UserDetails user={user} />
        {isOwn && <p>{t('users.own')}</p>}
        {user.role === 'expert' && (
          <Select
            label={t('waiting_experts.country')}
            placeholder={t('waiting_experts.no_country')}
            value={country}
            options={countryCodes.map(value => ({ value, label: getCountryName(value, language) }))}
            onChange={setCountry}
          />
        )}
        <TextArea
          label={t('field.reason')}
          value={reason}
          onChange={event => setReason(event.target.value)}
          maxLength={500}
          ref={reasonField}
          error={isReasonMissing ? t('users.reason_missing') : undefined}
          optional
        />
        {isLeaving && <p>{t('users.leaving_hint')}</p>}
        {!isDeactivated && !isLeaving && !isOwn && <p className="text-muted">{t('users.deactivate_hint')}</p>}
      </div>
    </Dialog>
  )
}

function UserDetails({ user }: { user: AdminUser }) {
  const { t, dateTime } = useTranslation()
  const details = [
    [t('users.email'), user.email],
    [t('phone.number'), user.phone_number || t('field.not_given')],
    [t('users.role'), t(`users.role.${user.role}`)],
    [t('field.state'), <UserStateBadge key="state" user={user} />],
    [t('security.title'), t('users.second_factors_count', { count: user.second_factors })],
    [t('users.since'), dateTime(user.created_at)],
    ...(user.deactivated_at ? [[t('users.deactivated_at'), dateTime(user.deactivated_at)] as const] : []),
  ] as const
  return <DetailList details={details} />
}

const tones: Record<AdminUser['state'], Tone> = {
  active: 'leaf',
  not_activated: 'amber',
  awaiting_approval: 'amber',
  deactivated: 'rust',
  leaving: 'amber',
}

/** Shows the account state; for an account to be deleted, also the deadline to keep it. */
export function UserStateBadge({ user: { state, leaves_at } }: { user: AdminUser }) {
  const { t, date } = useTranslation()
  const label =
    state === 'leaving' && leaves_at ? t('users.leaves_on', { date: date(leaves_at) }) : t(`users.state.${state}`)
  return <Badge tone={tones[state]}>{label}</Badge>
}
