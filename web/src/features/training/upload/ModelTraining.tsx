import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Dropzone } from '../../../ui/media/Dropzone.tsx'
import { Contributions } from '../contributions/Contributions.tsx'
import { useLabelOptions } from '../labels.ts'
import { TrainingSummary } from '../sessions/TrainingSummary.tsx'
import { TrainingHeader } from '../TrainingHeader.tsx'
import { BatchCard } from './BatchCard.tsx'
import { useSubmission } from './use-submission.ts'

/** The screen on which experts submit labeled photos and follow their state. */
export function ModelTraining() {
  const { t } = useTranslation()
  const isApproved = useUser()?.is_approved === true
  return (
    <>
      <TrainingHeader title={t('menu.model_training')} lead={t('teaching.lead')} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SubmitForm />
        <TrainingSummary />
      </div>
      {isApproved && <BatchCard />}
      <Contributions />
    </>
  )
}

/** The form to submit one labeled photo. Disabled until the expert is approved; cleared after each submission. */
export function SubmitForm() {
  const { t } = useTranslation()
  const { labelOptions, cropOptions } = useLabelOptions()
  const { form, progress } = useSubmission()
  const photo = form.control('file')
  const isUnapproved = useUser()?.is_approved === false
  const isDisabled = form.isSubmitting || isUnapproved
  return (
    <Card title={t('teaching.form')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-4">
        <Dropzone
          label={t('teaching.photo')}
          file={photo.value}
          onFile={photo.onChange}
          onReject={() => form.showErrors({})}
          error={photo.error}
          progress={progress}
          disabled={isDisabled}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Select
            {...form.control('label')}
            label={t('teaching.label')}
            placeholder={t('teaching.choose_label')}
            options={labelOptions}
            disabled={isDisabled}
          />
          <Select {...form.control('crop')} label={t('crop.label')} options={cropOptions} disabled={isDisabled} />
        </div>
        <Button
          type="submit"
          busy={form.isSubmitting}
          disabled={isUnapproved}
          className="self-start max-sm:self-stretch"
        >
          {t('teaching.submit')}
        </Button>
      </form>
    </Card>
  )
}
