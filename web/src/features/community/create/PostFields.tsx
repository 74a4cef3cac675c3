import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CharacterCounter } from '../../../ui/form/CharacterCounter.tsx'
import { Select, type SelectOption } from '../../../ui/form/Select.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import { crops, diseases, urgencies } from '../shared/post-options.ts'
import type { PostFormValues } from './post-form.ts'

type Props = { form: Form<PostFormValues>; disabled: boolean }

/** The text and choice fields of a post. */
export function PostFields({ form, disabled }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <TitleField form={form} disabled={disabled} />
      <ContentField form={form} disabled={disabled} />
      <SelectField
        {...form.control('crop_type')}
        label={t('make_post.crop')}
        options={crops.map(value => ({ value, label: t(`post.crop.${value}`) }))}
        disabled={disabled}
      />
      <SelectField
        {...form.control('disease_type')}
        label={t('post.disease')}
        options={diseases.map(value => ({ value, label: t(`post.disease.${value}`) }))}
        disabled={disabled}
      />
      <SelectField
        {...form.control('urgency_level')}
        label={t('make_post.urgency')}
        options={urgencies.map(value => ({ value, label: t(`post.urgency.${value}`) }))}
        disabled={disabled}
      />
    </>
  )
}

function TitleField({ form, disabled }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-1">
      <TextField
        {...form.text('title')}
        label={t('post.title')}
        hint={t('make_post.title_hint')}
        readOnly={disabled}
        dir="auto"
        autoComplete="off"
      />
      <CharacterCounter text={form.values.title} max={maxTextLengths.title} />
    </div>
  )
}

function ContentField({ form, disabled }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-1">
      <TextArea
        {...form.text('content')}
        label={t('post.content')}
        hint={t('make_post.content_hint')}
        readOnly={disabled}
        dir="auto"
        rows={5}
      />
      <CharacterCounter text={form.values.content} max={maxTextLengths.post} />
    </div>
  )
}

/** A select whose value is an empty string until something is selected. */
function SelectField<Value extends string>({
  value,
  ...props
}: Omit<Parameters<typeof Select<Value>>[0], 'value' | 'options'> & {
  value: Value | ''
  options: readonly SelectOption<Value>[]
}) {
  return <Select<Value> {...props} value={value || null} />
}
