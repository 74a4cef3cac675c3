import { writingLimits } from '@kutu/contract/moderation'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { Counter } from '../../posts/Counter.tsx'
import { useText } from '../../text/use-text.ts'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { crops, diseases, type PostForm, urgencies } from './post-form.ts'

/** The words and choices of a post; they find their form in the context. */
export function PostFields({ disabled }: { disabled: boolean }) {
  const { t } = useText()
  return (
    <>
      <TitleField disabled={disabled} />
      <ContentField disabled={disabled} />
      <Choice
        name="crop_type"
        label={t('make_post.crop')}
        missing={t('make_post.crop_missing')}
        options={crops.map(value => ({ value, label: t(`post.crop.${value}`) }))}
        disabled={disabled}
      />
      <Choice
        name="disease_type"
        label={t('post.disease')}
        missing={t('make_post.disease_missing')}
        options={diseases.map(value => ({ value, label: t(`post.disease.${value}`) }))}
        disabled={disabled}
      />
      <Choice
        name="urgency_level"
        label={t('make_post.urgency')}
        missing={t('make_post.urgency_missing')}
        options={urgencies.map(value => ({ value, label: t(`post.urgency.${value}`) }))}
        disabled={disabled}
      />
    </>
  )
}

function TitleField({ disabled }: { disabled: boolean }) {
  const { t, number } = useText()
  const { register, control, formState } = useFormContext<PostForm>()
  const max = writingLimits.title
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
      <Counter text={useWatch({ control, name: 'title' })} max={max} />
    </div>
  )
}

function ContentField({ disabled }: { disabled: boolean }) {
  const { t, number } = useText()
  const { register, control, formState } = useFormContext<PostForm>()
  const max = writingLimits.post
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
      <Counter text={useWatch({ control, name: 'content' })} max={max} />
    </div>
  )
}

function Choice({
  name,
  label,
  missing,
  options,
  disabled,
}: {
  name: 'crop_type' | 'disease_type' | 'urgency_level'
  label: string
  missing: string
  options: readonly SelectOption<string>[]
  disabled: boolean
}) {
  const { control, formState } = useFormContext<PostForm>()
  return (
    <Controller
      control={control}
      name={name}
      rules={{ required: missing }}
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
