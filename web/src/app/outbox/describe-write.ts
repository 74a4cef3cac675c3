import type { OutboxWrite } from '../../api/outbox/outbox-item.ts'
import { formatSlotRange } from '../../features/consultations/time/format-slot-time.ts'
import { t } from '../../i18n/i18n.ts'

type Description = { label: string; title: string; note?: string }

/** Returns the texts that stand for a write in the list. */
export function describeWrite({ kind, data }: OutboxWrite): Description {
  if (kind === 'comment') return { label: t('unsent.comment', { title: data.postTitle }), title: data.content }
  if (kind === 'booking') {
    const { slot, topic } = data
    const when = formatSlotRange(slot.start_time, slot.end_time)
    const label = t('unsent.booking', { name: slot.expert.username })
    return { label, title: when, ...(topic.question && { note: topic.question }) }
  }
  if (kind === 'cancellation') {
    const { expertName: name, startTime, endTime, reason } = data
    const label = t('unsent.cancellation', { name })
    return { label, title: formatSlotRange(startTime, endTime), ...(reason && { note: reason }) }
  }
  if (kind === 'report') {
    const label = t('unsent.report', { answer: t(`class.${data.predictedClass}`) })
    return { label, title: t(data.label === null ? 'report.unknown' : `class.${data.label}`) }
  }
  if (kind === 'answers')
    return { label: t('unsent.answers'), title: t('unsent.answers_count', { count: data.answers.length }) }
  const { form, photo, analysis } = data
  return {
    label: t('unsent.post'),
    title: form.title,
    ...(photo && { note: t('unsent.photo') }),
    ...(analysis && { note: t('unsent.leaf') }),
  }
}
