import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import { Fold } from '../../../ui/layout/Accordion.tsx'
import { crops, diseases, urgencies } from '../shared/post-options.ts'
import type { PostFormValues } from './post-form.ts'

/** The text and choice fields of a post. What is filled in already is folded, and unfolds where something is wrong. */
export function PostFields({
  form,
  disabled,
  isPrefilled = false,
}: {
  form: Form<PostFormValues>
  disabled: boolean
  isPrefilled?: boolean
}) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const names = ['title', 'crop_type', 'disease_type', 'urgency_level'] as const
  if (!isOpen && names.some(name => form.control(name).error)) setOpen(true)
  const title = (
    <TextField
      {...form.text('title')}
      label={t('post.title')}
      hint={t('make_post.title_hint')}
      maxCounted={maxTextLengths.title}
      readOnly={disabled}
      dir="auto"
      autoComplete="off"
    />
  )
  const content = (
    <TextArea
      {...form.text('content')}
      label={t('post.content')}
      hint={t('make_post.content_hint')}
      maxCounted={maxTextLengths.post}
      readOnly={disabled}
      dir="auto"
      rows={5}
    />
  )
  const choices = (
    <>
      <Select
        {...form.control('crop_type')}
        label={t('make_post.crop')}
        options={crops.map(value => ({ value, label: t(`crop.${value}`) }))}
        disabled={disabled}
      />
      <Select
        {...form.control('disease_type')}
        label={t('disease.label')}
        options={diseases.map(value => ({ value, label: t(`post.disease.${value}`) }))}
        disabled={disabled}
      />
      <Select
        {...form.control('urgency_level')}
        label={t('make_post.urgency')}
        options={urgencies.map(value => ({ value, label: t(`post.urgency.${value}`) }))}
        disabled={disabled}
      />
    </>
  )
  if (!isPrefilled)
    return (
      <>
        {title}
        {content}
        {choices}
      </>
    )
  return (
    <>
      {content}
      <Fold title={t('make_post.prefilled')} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
        <div className="flex flex-col gap-5 pt-2">
          {title}
          {choices}
        </div>
      </Fold>
    </>
  )
}
