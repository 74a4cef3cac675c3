import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dropzone } from '../../ui/Dropzone.tsx'
import { Select } from '../../ui/Select.tsx'
import { useChoices } from './labels.ts'
import { useSubmission } from './use-submission.ts'

/** One photo with its label: drop zone, label, crop. Empty again after it was taken; shut for whom nobody approved yet. */
export function SubmitForm() {
  const { t } = useText()
  const { labelOptions, cropOptions } = useChoices()
  const { values, change, problem, progress, submit } = useSubmission()
  const isSending = progress !== undefined
  const isUnapproved = useUser()?.is_approved === false
  const isShut = isSending || isUnapproved
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
          onFile={file => change({ file })}
          onRefused={() => change({})}
          error={problem.photo}
          progress={progress}
          disabled={isShut}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Select
            label={t('teaching.label')}
            placeholder={t('teaching.choose_label')}
            options={labelOptions}
            value={values.label}
            onChange={label => change({ label })}
            error={problem.label}
            disabled={isShut}
          />
          <Select
            label={t('teaching.crop')}
            options={cropOptions}
            value={values.crop}
            onChange={crop => change({ crop })}
            disabled={isShut}
          />
        </div>
        <Button type="submit" busy={isSending} disabled={isUnapproved} className="self-start max-sm:self-stretch">
          {t('teaching.submit')}
        </Button>
      </form>
    </Card>
  )
}
