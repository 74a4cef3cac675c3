import { maxTextLengths } from '@kutu/contract/community/moderation'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { CharacterCounter } from '../../../ui/form/CharacterCounter.tsx'
import { Select, type SelectOption } from '../../../ui/form/Select.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { crops, diseases, urgencies } from '../shared/post-options.ts'
import type { PostFormValues } from './post-form.ts'

/** The text and choice fields of a post. They read the form from the React Hook Form context. */
export function PostFields({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <TitleField disabled={disabled} />
      <ContentField disabled={disabled} />
      <SelectField
        name="crop_type"
        label={t('make_post.crop')}
        requiredMessage={t('make_post.crop_missing')}
        options={crops.map(value => ({ value, label: t(`post.crop.${value}`) }))}
        disabled={disabled}
      />
      <SelectField
        name="disease_type"
        label={t('post.disease')}
        requiredMessage={t('make_post.disease_missing')}
        options={diseases.map(value => ({ value, label: t(`post.disease.${value}`) }))}
        disabled={disabled}
      />
      <SelectField
        name="urgency_level"
        label={t('make_post.urgency')}
        requiredMessage={t('make_post.urgency_missing')}
        options={urgencies.map(value => ({ value, label: t(`post.urgency.${value}`) }))}
        disabled={disabled}
      />
    </>
  )
}

function TitleField({ disabled }: { disabled: boolean }) {
  const { t, number } = useTranslation()
  const { register, control, formState } = useFormContext<PostFormValues>()
  const max = maxTextLengths.title
  return (
    <div className="flex flex-col gap-1">
      <TextField
        {...register('title', {
          validate: value => {
            if (value.trim() === '') return t('make_post.title_missing')
            return value.length <= max || t('text.too_long', { max: number(max) })
          },
        })}
        label={t('post.title')}
        hint={t('make_post.title_hint')}
        error={formState.errors.title?.message}
        readOnly={disabled}
        dir="auto"
        autoComplete="off"
      />
      <CharacterCounter text={useWatch({ control, name: 'title' })} max={max} />
    </div>
  )
}

function ContentField({ disabled }: { disabled: boolean }) {
  const { t, number } = useTranslation()
  const { register, control, formState } = useFormContext<PostFormValues>()
  const max = maxTextLengths.post
  return (
    <div className="flex flex-col gap-1">
      <TextArea
        {...register('content', {
          validate: value => {
            if (value.trim() === '') return t('make_post.content_missing')
            return value.length <= max || t('text.too_long', { max: number(max) })
          },
        })}
        label={t('post.content')}
        hint={t('make_post.content_hint')}
        error={formState.errors.content?.message}
        readOnly={disabled}
        dir="auto"
        rows={5}
      />
      <CharacterCounter text={useWatch({ control, name: 'content' })} max={max} />
    </div>
  )
}

function SelectField({
  name,
  label,
  requiredMessage,
  options,
  disabled,
}: {
  name: 'crop_type' | 'disease_type' | 'urgency_level'
  label: string
  requiredMessage: string
  options: readonly SelectOption<string>[]
  disabled: boolean
}) {
  const { control, formState } = useFormContext<PostFormValues>()
  return (
    <Controller
      control={control}
      name={name}
      rules={{ required: requiredMessage }}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <Select
          {...{ ref, label, options, onChange, onBlur, disabled }}
          value={value || null}
          error={formState.errors[name]?.message}
        />
      )}
    />
  )
}
