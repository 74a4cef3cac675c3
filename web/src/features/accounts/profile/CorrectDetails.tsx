import type { User } from '@kutu/contract/accounts/accounts'
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../api/api-query.ts'
import { OfflineError } from '../../../api/errors.ts'
import {
  type DetailsBodies,
  type DetailsChange,
  type DetailsPart,
  makeItem,
  type OutboxItem,
} from '../../../api/outbox/outbox-item.ts'
import { mergeItem } from '../../../api/outbox/outbox-store.ts'
import { useLoadedOutbox } from '../../../api/outbox/use-outbox.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { PhoneInput } from '../../../ui/phone/PhoneInput.tsx'
import { parsePhone } from '../../../ui/phone/phone-number.ts'
import { ExpertFields, validateExpert } from '../expert-fields.tsx'
import { FarmFields, type FarmFormValues, isCropType, validateFarm } from '../farm-fields.tsx'
import { detailsKey, getPart, putDetails } from '../outbox/send-details.ts'
import { CompleteProfile } from './CompleteProfile.tsx'
import { DistrictsServed } from './DistrictsServed.tsx'

/** Corrects the phone number, the farm or the professional profile, and the personal details once they are complete. */
export function CorrectDetails({ user }: { user: User }) {
  const { t } = useTranslation()
  // Fetched when the form opens, because the stored record lacks some.
  const { data, error, refetch } = useQuery({
    ...apiQuery(detailsKey, 'GET /api/account/details/'),
    staleTime: 0,
  })
  const waiting = useWaitingDetails()
  const details = data ?? (error instanceof OfflineError ? getStoredDetails(user) : undefined)
  if (error && !details) return <LoadError error={error} onRetry={refetch} />
  if (!details || !waiting) return <p role="status">{t('state.waiting')}</p>
  return (
    <div className="flex flex-col gap-4">
      <PhoneForm details={details} waiting={waiting.phone_number} />
      {details.farm && <FarmForm details={details} farm={waiting.farm?.body ?? details.farm} waiting={waiting.farm} />}
      {details.expert && (
        <ExpertForm details={details} expert={waiting.expert?.body ?? details.expert} waiting={waiting.expert} />
      )}
      {details.expert && <DistrictsServed country={parsePhone(details.phone_number, undefined).countryCode} />}
      {details.person && <CompleteProfile user={user} details={details.person} />}
    </div>
  )
}

/** Returns the details as this device has them. Personal details are not stored on it. */
function getStoredDetails({ profile, phone_number }: User): ProfileDetails {
  const farm = profile && 'farm_location' in profile ? profile : null
  const expert = profile && 'areas_of_expertise' in profile ? profile : null
  return { phone_number, farm, expert, person: null, expert_change_requested_at: null, is_expert_checked: false }
}

/** `waiting`: the change of the part that waits in the outbox. */
type PartProps<Part extends DetailsPart> = { details: ProfileDetails; waiting: WaitingDetails[Part] }

function PhoneForm({ details, waiting }: PartProps<'phone_number'>) {
  const { t } = useTranslation()
  const save = useSaveDetails('phone_number', details, waiting !== undefined)
  const form = useForm({
    initialValues: { phone_number: (waiting?.body ?? details).phone_number },
    onSubmit: save,
  })
  return (
    <CorrectionForm title={t('phone.number')} {...form} waiting={waiting}>
      <PhoneInput {...form.control('phone_number')} name="phone_number" label={t('phone.number')} optional />
    </CorrectionForm>
  )
}

/** Changes the farm. `farm`: the values that the form shows first. */
function FarmForm({ details, farm, waiting }: PartProps<'farm'> & { farm: NonNullable<ProfileDetails['farm']> }) {
  const { t } = useTranslation()
  const save = useSaveDetails('farm', details, waiting !== undefined)
  const form = useForm<FarmFormValues>({
    initialValues: {
      farm_location: farm.farm_location,
      district: farm.district ?? '',
      farm_size: farm.farm_size === null ? '' : String(farm.farm_size),
      crop_types: farm.crop_types.filter(isCropType),
    },
    validate: validateFarm,
    onSubmit: ({ crop_types, ...values }) => {
      // An API client may have stored other crops, which have no checkbox here.
      const others = farm.crop_types.filter(crop => !isCropType(crop))
      return save({ ...values, farm_size: Number(values.farm_size), crop_types: [...crop_types, ...others] })
    },
  })
  return (
    <CorrectionForm title={t('signup_farmer.farm')} {...form} waiting={waiting}>
      <FarmFields form={form} phoneNumber={details.phone_number} />
    </CorrectionForm>
  )
}

/** Changes the professional profile. `expert`: the values that the form shows first. */
function ExpertForm({
  details,
  expert,
  waiting,
}: PartProps<'expert'> & { expert: NonNullable<ProfileDetails['expert']> }) {
  const { t, dateTime } = useTranslation()
  const { expert_change_requested_at: requestedAt, is_expert_checked: isChecked } = details
  const save = useSaveDetails('expert', details, waiting !== undefined)
  const form = useForm({
    initialValues: { ...expert, experience_years: String(expert.experience_years) },
    validate: validateExpert,
    onSubmit: values => save({ ...values, experience_years: Number(values.experience_years) }),
  })
  return (
    <CorrectionForm title={t('profile.expert')} {...form} waiting={waiting}>
      {requestedAt !== null && (
        <Notice kind="warning">{t('profile.expert_change', { when: dateTime(requestedAt) })}</Notice>
      )}
      {isChecked && requestedAt === null && <p className="text-muted">{t('profile.expert_lead')}</p>}
      <ExpertFields form={form} />
    </CorrectionForm>
  )
}

/** A card with the form of one part of the details. */
function CorrectionForm({
  title,
  submit,
  isSubmitting,
  waiting,
  children,
}: {
  title: string
  submit: React.FormEventHandler<HTMLFormElement>
  isSubmitting: boolean
  /** The change of this part that waits in the outbox. */
  waiting: WaitingDetails[DetailsPart]
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Card title={title}>
      <form noValidate aria-label={title} onSubmit={submit} className="flex flex-col gap-5">
        {waiting && (
          <Notice
            kind={waiting.isRefused ? 'warning' : 'info'}
            action={<TextLink to="/account/outbox">{t('outbox.show')}</TextLink>}
          >
            {t(waiting.isRefused ? 'profile.not_sent' : 'profile.waits')}
          </Notice>
        )}
        {children}
        <Button type="submit" busy={isSubmitting} className="self-start max-sm:w-full">
          {t('action.save')}
        </Button>
      </form>
    </Card>
  )
}

type WaitingDetails = { [Part in DetailsPart]?: Extract<DetailsChange, { part: Part }> & { isRefused: boolean } }

/** Returns the changes that wait in the outbox, by part; undefined while they are being read. */
function useWaitingDetails(): WaitingDetails | undefined {
  const writes = useLoadedOutbox()
  const waiting = writes?.filter((write): write is OutboxItem<'details'> => write.kind === 'details')
  return (
    waiting &&
    Object.fromEntries(waiting.map(({ data, state }) => [data.part, { ...data, isRefused: state.kind === 'refused' }]))
  )
}

/** Stores a change in the outbox. It replaces one of the same part that waits there. */
export const queueDetails = (change: DetailsChange): Promise<void> =>
  mergeItem(makeItem('details', change), stored =>
    stored.part === change.part
      ? ({ ...change, known: [...stored.known, stored.body, ...change.known] } as DetailsChange)
      : undefined,
  )

/**
 * Saves a change, or keeps it in the outbox if the server cannot be reached.
 * @throws ApiError; OfflineError when the device has no room to store it
 */
async function saveDetails(change: DetailsChange): Promise<User | 'queued'> {
  try {
    return await putDetails(change)
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
    await queueDetails(change).catch(() => {
      throw error
    })
    return 'queued'
  }
}

/**
 * Returns the function that saves a part: at once, or in the outbox without a network or when an earlier change of the
 * part waits there. It shows the new record everywhere and says so.
 */
function useSaveDetails<Part extends DetailsPart>(part: Part, details: ProfileDetails, isWaiting: boolean) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return async (body: DetailsBodies[Part]): Promise<void> => {
    const change = { part, body, known: [getPart(details, part)] } as DetailsChange
    const result: User | 'queued' = isWaiting
      ? await queueDetails(change).then(() => 'queued' as const)
      : await saveDetails(change)
    if (result === 'queued') {
      showSuccess(t('outbox.queued'))
      return
    }
    storeUser(result)
    showSuccess(t('profile.saved'))
    await client.invalidateQueries({ queryKey: detailsKey })
  }
}
