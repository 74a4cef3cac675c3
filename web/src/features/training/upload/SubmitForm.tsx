import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Dropzone } from '../../../ui/media/Dropzone.tsx'
import { useLabelOptions } from '../labels.ts'
import { useSubmission } from './use-submission.ts'

/** The form to submit one labeled photo. Disabled until the expert is approved; cleared after each submission. */
export function SubmitForm() {
  const { t } = useTranslation()
  const { labelOptions, cropOptions } = useLabelOptions()
  const { values, update, errors, progress, submit } = useSubmission()
  const isSending = progress !== undefined
  const isUnapproved = useUser()?.is_approved === false
  const isDisabled = isSending || isUnapproved
  return (
    <Card title={t('teaching.form')}>
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
        className="flex flex-col gap-4"
      >
        <Dropzone
          label={t('teaching.photo')}
          file={values.file}
          onFile={file => update({ file })}
          onReject={() => update({})}
          error={errors.photo}
          progress={progress}
          disabled={isDisabled}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Select
            label={t('teaching.label')}
            placeholder={t('teaching.choose_label')}
            options={labelOptions}
            value={values.label}
            onChange={label => update({ label })}
            error={errors.label}
            disabled={isDisabled}
          />
          <Select
            label={t('teaching.crop')}
            options={cropOptions}
            value={values.crop}
            onChange={crop => update({ crop })}
            disabled={isDisabled}
          />
        </div>
        <Button type="submit" busy={isSending} disabled={isUnapproved} className="self-start max-sm:self-stretch">
          {t('teaching.submit')}
        </Button>
      </form>
    </Card>
  )
}
