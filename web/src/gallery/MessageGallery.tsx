import { useState } from 'react'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SkeletonList } from '../ui/Skeleton.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { showError, showSuccess } from '../ui/toasts.ts'
import { Exhibit } from './Exhibit.tsx'

export function MessageGallery() {
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState<'danger' | 'primary'>()
  return (
    <>
      <Exhibit name="Toasts">
        <div className="flex gap-3">
          <Button variant="secondary" onClick={() => showSuccess('Success', 'Image analysis successfully done')}>
            Success
          </Button>
          <Button variant="secondary" onClick={() => showError('Invalid Email', 'This is a wrong email')}>
            Error
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              showSuccess('Success', 'Community Post has been flagged', {
                label: 'Undo',
                run: () => showSuccess('Success', 'Community Post has been successfully unflagged'),
              })
            }
          >
            With an action
          </Button>
        </div>
      </Exhibit>
      <Exhibit name="Notice">
        <Notice kind="error" title="This could not be loaded" action={<Button variant="secondary">Try again</Button>}>
          There is no connection. Check the network and try again.
        </Notice>
        <Notice kind="success">Saved.</Notice>
        <Notice kind="warning" title="Not sure">
          Ask an expert before acting.
        </Notice>
        <Notice>For your information.</Notice>
      </Exhibit>
      <Exhibit name="Badge">
        <div className="flex flex-wrap gap-2">
          <Badge tone="leaf">Healthy</Badge>
          <Badge tone="rust">Common Rust</Badge>
          <Badge tone="blue">Other Diseases</Badge>
          <Badge tone="amber">Not sure</Badge>
          <Badge>Pending</Badge>
        </div>
      </Exhibit>
      <Exhibit name="Dialog">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Open
        </Button>
        <Dialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title="Write a comment on this post"
          footer={<Button onClick={() => showSuccess('Success', 'Your comment has been submitted')}>Comment</Button>}
        >
          <TextArea label="Comment" placeholder="Write your comment about this post..." />
        </Dialog>
      </Exhibit>
      <Exhibit name="ConfirmDialog">
        <div className="flex gap-3">
          <Button variant="secondary" onClick={() => setAsking('danger')}>
            Takes away
          </Button>
          <Button variant="secondary" onClick={() => setAsking('primary')}>
            Changes for all
          </Button>
        </div>
        <ConfirmDialog
          isOpen={isAsking !== undefined}
          onClose={() => setAsking(undefined)}
          title="Deactivate this slot?"
          keep="Keep it"
          confirm="Deactivate"
          variant={isAsking ?? 'danger'}
          act={async () => 'Availability slot has been deactivated'}
        >
          <p>Farmers no longer see it. It cannot be brought back.</p>
        </ConfirmDialog>
      </Exhibit>
      <Exhibit name="EmptyState">
        <EmptyState title="No analyses yet" action={<Button>Upload Image</Button>}>
          Photograph one leaf and the answer will stand here.
        </EmptyState>
      </Exhibit>
      <Exhibit name="Skeleton">
        <SkeletonList count={2} />
      </Exhibit>
    </>
  )
}
