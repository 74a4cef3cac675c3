import type { OutboxWrite } from '../../api/outbox/outbox-write.ts'
import { t } from '../../i18n/i18n.ts'

type Description = { label: string; title: string; note?: string }

/** Returns the texts that stand for a write in the list. */
export function describeWrite({ kind, data }: OutboxWrite): Description {
  if (kind === 'comment') return { label: t('unsent.comment', { title: data.postTitle }), title: data.content }
  const { form, photo, analysis } = data
  return {
    label: t('unsent.post'),
    title: form.title,
    ...(photo && { note: t('unsent.photo') }),
    ...(analysis && { note: t('unsent.leaf') }),
  }
}
