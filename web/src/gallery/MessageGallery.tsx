import { useState } from 'react'
import { Button } from '../ui/button/Button.tsx'
import { Badge } from '../ui/feedback/Badge.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { SkeletonList } from '../ui/feedback/Skeleton.tsx'
import { showError, showSuccess } from '../ui/feedback/toasts.ts'
import { TextArea } from '../ui/form/TextArea.tsx'
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Example } from './Example.tsx'

export function MessageGallery() {
  const [isOpen, setOpen] = useState(false)
  const [confirmVariant, setConfirmVariant] = useState<'danger' | 'primary'>()
  return (
    <>
      <Example name="Toasts">
        <div className="flex gap-3">
          <Button variant="secondary" onClick={() => showSuccess('Image analysis successfully done')}>
            Success
          </Button>
          <Button variant="secondary" onClick={() => showError('This is a wrong email', 'Invalid Email')}>
            Error
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              showSuccess({
                message: 'Community Post has been flagged',
                action: {
                  label: 'Undo',
                  run: () => showSuccess('Community Post has been successfully unflagged'),
                },
              })
            }
          >
            With an action
          </Button>
        </div>
      </Example>
      <Example name="Notice">
        <Notice kind="error" title="This did not load" action={<Button variant="secondary">Try again</Button>}>
          There is no connection. Check the network and try again.
        </Notice>
        <Notice kind="success">Saved.</Notice>
        <Notice kind="warning" title="Not sure">
          Ask an expert before acting.
        </Notice>
        <Notice>For your information.</Notice>
      </Example>
      <Example name="Badge">
        <div className="flex flex-wrap gap-2">
          <Badge tone="leaf">Healthy</Badge>
          <Badge tone="rust">Common Rust</Badge>
          <Badge tone="blue">Other Diseases</Badge>
          <Badge tone="amber">Not sure</Badge>
          <Badge>Pending</Badge>
        </div>
      </Example>
      <Example name="Dialog">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Open
        </Button>
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title="Write a comment on this post"
          footer={<Button onClick={() => showSuccess('Your comment has been submitted')}>Comment</Button>}
        >
          <TextArea label="Comment" placeholder="Write your comment about this post..." />
        </Dialog>
      </Example>
      <Example name="ConfirmDialog">
        <div className="flex gap-3">
          <Button variant="secondary" onClick={() => setConfirmVariant('danger')}>
            Takes away
          </Button>
          <Button variant="secondary" onClick={() => setConfirmVariant('primary')}>
            Changes for all
          </Button>
        </div>
        <ConfirmDialog
          isOpen={confirmVariant !== undefined}
          onClose={() => setConfirmVariant(undefined)}
          title="Deactivate this slot?"
          cancelLabel="Keep it"
          confirmLabel="Deactivate"
          variant={confirmVariant ?? 'danger'}
          onConfirm={async () => 'Availability slot has been deactivated'}
        >
          <p>Farmers no longer see it. It cannot be brought back.</p>
        </ConfirmDialog>
      </Example>
      <Example name="EmptyState">
        <EmptyState title="No analyses yet" action={<Button>Upload Image</Button>}>
          Photograph one leaf and the answer will stand here.
        </EmptyState>
      </Example>
      <Example name="Skeleton">
        <SkeletonList count={2} />
      </Example>
    </>
  )
}
