import { maxWithdrawalReason } from '@kutu/contract/shared-limits'
import type { DeclineReason, DiseaseWarning, WarningEvidence } from '@kutu/contract/warnings'
import { type ComponentProps, useRef, useState } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Fold } from '../../../ui/layout/Accordion.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { toNoonUtc } from '../calendar-days.ts'
import {
  type Plan,
  useApproveSms,
  useDecideWarning,
  usePlanWarning,
  usePreview,
  useWithdrawWarning,
} from './queries.ts'

type Visitors = WarningEvidence['visitors']
const weeksOptions = ['1', '2', '3', '4'] as const
const defaultWeeks = '2'
const reasons = ['wrong_answers', 'known_cause', 'no_spread'] as const satisfies readonly DeclineReason[]

type DecisionProps = { warning: DiseaseWarning; onSettled: () => void }

/** The decision on a warning: whom it reaches while it is open, and afterwards what was decided, and if it was withdrawn. */
export function WarningDecision({ warning, visitors }: { warning: DiseaseWarning; visitors: Visitors }) {
  const place = useRef<HTMLDivElement>(null)
  // The button of the decision is gone after it.
  const onSettled = () => place.current?.focus()
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <Decision {...{ warning, visitors, onSettled }} />
    </div>
  )
}

function Decision({ warning, visitors, onSettled }: DecisionProps & { visitors: Visitors }) {
  const { t, date, dateTime } = useTranslation()
  const { state, can_decide, decided_at, valid_until, is_over, withdrawn_at, withdrawal_reason } = warning
  const isWaiting = warning.announced_at !== null && Date.parse(warning.announced_at) > Date.now()
  if (state === 'expired') return <Notice>{t('warnings.decided.expired')}</Notice>
  if (state === 'confirmed')
    return (
      <>
        <Notice kind="success">
          {t('warnings.decided.confirmed', {
            date: date(decided_at ?? ''),
            until: date(toNoonUtc(valid_until ?? '')),
          })}{' '}
          {is_over && t('notices.over')}
        </Notice>
        {isWaiting && <p>{t('warnings.waiting', { time: dateTime(warning.announced_at ?? '') })}</p>}
        {warning.sms_approved_at && <p>{t('warnings.sms_approved', { date: date(warning.sms_approved_at) })}</p>}
        {can_decide && !is_over && !warning.sms_approved_at && <WaitingSms warning={warning} />}
        {can_decide && !is_over && <WithdrawWarning {...{ warning, onSettled }} />}
      </>
    )
  if (state === 'withdrawn')
    return (
      <Notice
        title={t('warnings.decided.withdrawn', { date: date(withdrawn_at ?? ''), confirmed: date(decided_at ?? '') })}
      >
        <Reason text={withdrawal_reason && t('warnings.withdrawal_reason', { reason: withdrawal_reason })} />
      </Notice>
    )
  if (state === 'declined')
    return (
      <Notice>
        {t('warnings.decided.declined', {
          date: date(decided_at ?? ''),
          reason: warning.decline_reason ? t(`warnings.reason.${warning.decline_reason}`) : '',
        })}
        <Reason text={warning.decline_note} />
      </Notice>
    )
  return can_decide ? (
    <DecisionCard {...{ warning, visitors, onSettled }} />
  ) : (
    <Notice>{t('warnings.other_country')}</Notice>
  )
}

const Reason = ({ text }: { text: string | null }) =>
  text && (
    <p dir="auto" className="whitespace-pre-line break-words">
      {text}
    </p>
  )

/** Whom a warning would reach, what they would read, and the buttons. Confirming needs one press: it can be withdrawn. */
function DecisionCard({
  warning: { id, next_step: plan },
  visitors,
  onSettled,
}: DecisionProps & { visitors: Visitors }) {
  const { t, date } = useTranslation()
  const [dialog, setDialog] = useState<'declined' | 'planned'>()
  const [weeks, setWeeks] = useState<(typeof weeksOptions)[number]>(defaultWeeks)
  const [reason, setReason] = useState<DeclineReason>()
  const [note, setNote] = useState('')
  const decide = useDecideWarning(id)
  const preview = usePreview(id, Number(weeks))
  const { run: confirm, isBusy } = useAction(async () => {
    await decide.mutateAsync({ state: 'confirmed', weeks: Number(weeks) })
    onSettled()
    return t('warnings.confirmed')
  })
  const dialogProps = { onClose: () => setDialog(undefined), onSettled }
  return (
    <Card className="flex max-w-prose flex-col gap-4 print:hidden">
      <h2 className="text-xl">{t('warnings.confirm_title')}</h2>
      <ChoiceChips
        legend={t('warnings.weeks')}
        choices={weeksOptions.map(value => ({ value, label: t('warnings.weeks_count', { count: Number(value) }) }))}
        value={weeks}
        onChange={setWeeks}
      />
      <Preview preview={preview} />
      {preview.data?.labeled_photos === 0 && <p className="font-bold text-amber-ink">{t('warnings.unlabeled')}</p>}
      <p className="text-sm text-muted">{t('warnings.confirm_lead')}</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={isBusy} softDisabled={!preview.data || preview.isPlaceholderData} onClick={confirm}>
          {t('warnings.confirm')}
        </Button>
        <Button variant="secondary" onClick={() => setDialog('declined')}>
          {t('warnings.decline')}
        </Button>
        <Button variant="quiet" onClick={() => setDialog('planned')}>
          {t('warnings.not_yet')}
        </Button>
      </div>
      {plan && (
        <p>{t(`warnings.plan.${plan.step}`, { name: plan.visitor?.username ?? '', date: date(toNoonUtc(plan.on)) })}</p>
      )}
      <ConfirmDialog
        {...dialogProps}
        isOpen={dialog === 'declined'}
        title={t('warnings.decline_title')}
        confirmLabel={t('warnings.decline')}
        canConfirm={reason !== undefined}
        onConfirm={async () => {
          if (reason) await decide.mutateAsync({ state: 'declined', reason, note })
          return t('warnings.declined')
        }}
      >
        <div className="flex flex-col gap-4">
          <ChoiceChips
            legend={t('field.reason')}
            choices={reasons.map(value => ({ value, label: t(`warnings.reason.${value}`) }))}
            value={reason}
            onChange={setReason}
          />
          <TextArea
            label={t('warnings.note')}
            optional
            name="note"
            rows={2}
            dir="auto"
            maxLength={maxWithdrawalReason}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
        </div>
      </ConfirmDialog>
      <PlanDialog {...{ id, visitors, ...dialogProps }} isOpen={dialog === 'planned'} />
    </Card>
  )
}

const steps = ['look_again', 'visit'] as const satisfies readonly Plan['step'][]

/** Asks for the step before the decision: another look in a week, or a visit of an expert on a day. */
function PlanDialog({
  id,
  visitors,
  ...dialog
}: { id: string; visitors: Visitors } & Pick<
  ComponentProps<typeof ConfirmDialog>,
  'isOpen' | 'onClose' | 'onSettled'
>) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Plan['step']>('look_again')
  const [visitor, setVisitor] = useState<string | null>(null)
  const [on, setOn] = useState('')
  const planWarning = usePlanWarning(id)
  const plan: Plan | undefined =
    step === 'look_again' ? { step } : visitor !== null && on !== '' ? { step, visitor_id: visitor, on } : undefined
  return (
    <ConfirmDialog
      {...dialog}
      title={t('warnings.not_yet_title')}
      confirmLabel={t(`warnings.step.${step}`)}
      variant="primary"
      canConfirm={plan !== undefined}
      onConfirm={async () => {
        if (plan) await planWarning.mutateAsync(plan)
        return t('warnings.planned')
      }}
    >
      <div className="flex flex-col gap-4">
        <ChoiceChips
          legend={t('warnings.step')}
          choices={steps.map(value => ({ value, label: t(`warnings.step.${value}`) }))}
          value={step}
          onChange={setStep}
        />
        {step === 'visit' && (
          <>
            <Select
              label={t('warnings.visitor')}
              options={visitors.map(({ id: value, username: label }) => ({ value, label }))}
              value={visitor}
              onChange={setVisitor}
            />
            <TextField
              label={t('warnings.visit_on')}
              type="date"
              name="on"
              min={getServerTime().toISOString().slice(0, 10)}
              value={on}
              onChange={event => setOn(event.target.value)}
            />
          </>
        )}
      </div>
    </ConfirmDialog>
  )
}

/** The SMS of a confirmed warning, to which a second person agrees. Renders nothing where nobody gets an SMS. */
function WaitingSms({ warning: { id, decided_by } }: { warning: DiseaseWarning }) {
  const { t } = useTranslation()
  const userId = useUser()?.id
  const preview = usePreview(id, Number(defaultWeeks))
  const approve = useApproveSms(id)
  const { run, isBusy } = useAction(async () => {
    await approve.mutateAsync()
    return t('warnings.sms_sent')
  })
  if (!preview.data?.sms) return null
  return (
    <Card className="flex max-w-prose flex-col gap-3 print:hidden">
      <h2 className="text-xl">{t('warnings.sms_waiting')}</h2>
      <Preview preview={preview} />
      {decided_by !== userId && (
        <Button busy={isBusy} onClick={run} className="self-start">
          {t('warnings.sms_send')}
        </Button>
      )}
    </Card>
  )
}

/** Takes a confirmed warning back, with a reason. */
function WithdrawWarning({ warning: { id }, onSettled }: DecisionProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const withdraw = useWithdrawWarning(id)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)} className="self-start print:hidden">
        {t('warnings.withdraw')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSettled={onSettled}
        title={t('warnings.withdraw_title')}
        confirmLabel={t('warnings.withdraw')}
        canConfirm={reason.trim() !== ''}
        onConfirm={async () => {
          await withdraw.mutateAsync(reason.trim())
          return t('warnings.withdrawn')
        }}
      >
        <TextArea
          label={t('warnings.withdraw_reason')}
          hint={t('warnings.withdraw_hint')}
          name="reason"
          rows={3}
          dir="auto"
          maxLength={maxWithdrawalReason}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
      </ConfirmDialog>
    </>
  )
}

/** Whom the warning would reach, and the SMS in each language. */
function Preview({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { t, money, language } = useTranslation()
  return (
    <Loaded query={preview} skeleton={<SkeletonList count={2} className="h-16" />}>
      {({ farmers, districts, sms, cost, texts }) => (
        <div className="flex flex-col gap-3">
          <p className="font-bold">
            {t('warnings.reach', { count: farmers })} {t('warnings.reach_districts', { count: districts })}{' '}
            {t('warnings.reach_sms', { count: sms })}{' '}
            {cost && sms > 0 && t('warnings.reach_cost', { cost: money(cost) })}
          </p>
          <Texts texts={texts.filter(text => text.language === language)} />
          <Fold title={t('warnings.other_languages')}>
            <Texts texts={texts.filter(text => text.language !== language)} />
          </Fold>
        </div>
      )}
    </Loaded>
  )
}

const Texts = ({ texts }: { texts: readonly { language: string; text: string }[] }) =>
  texts.map(({ language, text }) => (
    <p
      key={language}
      lang={language}
      className="mb-3 whitespace-pre-line break-words rounded-md bg-leaf-tint p-3 text-sm"
    >
      {text}
    </p>
  ))
