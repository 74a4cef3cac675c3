import { maxTextLengths } from '@kutu/contract/community/moderation'
import { t } from '../../../i18n/i18n.ts'
import { checkText } from '../../../ui/form/check-text.ts'
import { useForm } from '../../../ui/form/use-form.ts'

/** A form with the text of a comment. */
export const useCommentForm = (
  content: string,
  onSubmit: (content: string) => Promise<unknown>,
  onChange?: (content: string) => void,
) =>
  useForm({
    initialValues: { content },
    validate: values => ({ content: checkText(values.content, maxTextLengths.response, t('comments.missing')) }),
    onSubmit: values => onSubmit(values.content),
    onChange: values => onChange?.(values.content),
  })
