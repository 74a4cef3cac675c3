import { type ComponentProps, type ComponentType, useState } from 'react'
import type { OutboxWrite, WriteKind } from '../../api/outbox/outbox-item.ts'
import { changeItem } from '../../api/outbox/outbox-store.ts'
import { PostFields } from '../../features/community/create/PostFields.tsx'
import { isComplete } from '../../features/community/create/post-form.ts'
import { validatePost } from '../../features/community/create/use-post-form.ts'
import { useCommentForm } from '../../features/community/shared/use-comment-form.ts'
import { maxReasonLength } from '../../features/consultations/shared/cancel-booking.ts'
import { toAwaitedLeaf, toBookingTopic, toTopicForm } from '../../features/consultations/slots/booking-topic.ts'
import { TopicFields } from '../../features/consultations/slots/TopicFields.tsx'
import { CorrectLabelChips } from '../../features/detection/result/details/CorrectLabelChips.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { FormDialog } from '../../ui/overlay/FormDialog.tsx'

/** Answers are changed where they were given. */
type ChangedKind = Exclude<WriteKind, 'answers'>
type Props<Kind extends ChangedKind> = { write: OutboxWrite<Kind>; onClose: () => void }

const forms: { readonly [Kind in ChangedKind]: ComponentType<Props<Kind>> } = {
  post: ChangePost,
  comment: ChangeComment,
  booking: ChangeBooking,
  cancellation: ChangeCancellation,
  report: ChangeReport,
}

/** Changes a write before it is sent. */
export function ChangeWrite({ write, onClose }: Props<ChangedKind>) {
  const Form = forms[write.kind] as ComponentType<Props<ChangedKind>>
  return <Form write={write} onClose={onClose} />
}

function ChangeDialog(props: Pick<ComponentProps<typeof FormDialog>, 'form' | 'onClose' | 'children'>) {
  const { t } = useTranslation()
  return <FormDialog title={t('unsent.change_title')} submitLabel={t('action.save')} {...props} />
}

/** The text and the choices of a post. Its photo stays. */
function ChangePost({ write, onClose }: Props<'post'>) {
  const form = useForm({
    initialValues: write.data.form,
    validate: validatePost,
    onSubmit: async values => {
      if (!isComplete(values)) return
      await changeItem(write, { ...write.data, form: values })
      onClose()
    },
  })
  return (
    <ChangeDialog form={form} onClose={onClose}>
      <PostFields form={form} disabled={form.isSubmitting} />
    </ChangeDialog>
  )
}

function ChangeComment({ write, onClose }: Props<'comment'>) {
  const { t } = useTranslation()
  const form = useCommentForm(write.data.content, async content => {
    await changeItem(write, { ...write.data, content })
    onClose()
  })
  return (
    <ChangeDialog form={form} onClose={onClose}>
      <TextArea {...form.text('content')} label={t('comments.label')} rows={4} dir="auto" />
    </ChangeDialog>
  )
}

function ChangeBooking({ write, onClose }: Props<'booking'>) {
  const { slot, topic, analysis } = write.data
  const leaf = topic.analysis ? { id: topic.analysis } : (analysis ?? null)
  const form = useForm({
    initialValues: toTopicForm(topic, analysis !== undefined),
    onSubmit: async values => {
      await changeItem(write, { slot, topic: toBookingTopic(values, leaf), ...toAwaitedLeaf(values, leaf) })
      onClose()
    },
  })
  return (
    <ChangeDialog form={form} onClose={onClose}>
      <TopicFields form={form.values} hasLeaf={leaf !== null} onChange={form.setValues} />
    </ChangeDialog>
  )
}

function ChangeCancellation({ write, onClose }: Props<'cancellation'>) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { reason: write.data.reason },
    onSubmit: async ({ reason }) => {
      await changeItem(write, { ...write.data, reason })
      onClose()
    },
  })
  return (
    <ChangeDialog form={form} onClose={onClose}>
      <TextArea
        {...form.text('reason')}
        label={t('my_bookings.cancel_reason')}
        hint={t('my_bookings.cancel_reason_hint')}
        optional
        maxLength={maxReasonLength}
        rows={3}
        dir="auto"
      />
    </ChangeDialog>
  )
}

/** The class that a report states. */
function ChangeReport({ write, onClose }: Props<'report'>) {
  const { t } = useTranslation()
  const [label, setLabel] = useState(write.data.label)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t('unsent.change_title')}
      confirmLabel={t('action.save')}
      variant="primary"
      onConfirm={async () => {
        await changeItem(write, { ...write.data, label })
        return t('unsent.saved')
      }}
    >
      <CorrectLabelChips excluded={write.data.predictedClass} value={label} onChange={setLabel} />
    </ConfirmDialog>
  )
}
