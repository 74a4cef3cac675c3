import { maxTextLengths } from '@kutu/contract/community/moderation'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Select } from '../../../ui/form/Select.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { Form } from '../../../ui/form/use-form.ts'
import { crops, diseases, urgencies } from '../shared/post-options.ts'
import type { PostFormValues } from './post-form.ts'

/** The text and choice fields of a post. */
export function PostFields({ form, disabled }: { form: Form<PostFormValues>; disabled: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        {...form.text('title')}
        label={t('post.title')}
        hint={t('make_post.title_hint')}
        maxCounted={maxTextLengths.title}
        readOnly={disabled}
        dir="auto"
        autoComplete="off"
      />
      <TextArea
        {...form.text('content')}
        label={t('post.content')}
        hint={t('make_post.content_hint')}
        maxCounted={maxTextLengths.post}
        readOnly={disabled}
        dir="auto"
        rows={5}
      />
      <Select
        {...form.control('crop_type')}
        label={t('make_post.crop')}
        options={crops.map(value => ({ value, label: t(`post.crop.${value}`) }))}
        disabled={disabled}
      />
      <Select
        {...form.control('disease_type')}
        label={t('post.disease')}
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
}
