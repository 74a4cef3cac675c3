import { useState } from 'react'
import { Accordion } from '../ui/layout/Accordion.tsx'
import { Breadcrumbs } from '../ui/layout/Breadcrumbs.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Pagination } from '../ui/layout/Pagination.tsx'
import { Tabs } from '../ui/layout/Tabs.tsx'
import { Logo } from '../ui/media/Logo.tsx'
import { MaizeIllustration } from '../ui/media/MaizeIllustration.tsx'
import { Example } from './Example.tsx'

export function PageGallery() {
  const [page, setPage] = useState(1)
  return (
    <>
      <Example name="Breadcrumbs">
        <Breadcrumbs title="Education Resources" />
      </Example>
      <Example name="Tabs">
        <Tabs
          label="Profile"
          tabs={[
            { id: 'summary', label: 'Account Summary', content: <p>First panel</p> },
            { id: 'password', label: 'Change Password', content: <p>Second panel</p> },
          ]}
        />
      </Example>
      <Example name="Accordion">
        <Accordion
          items={[
            { id: 'one', title: 'Common rust of maize', content: <p>What it looks like.</p> },
            { id: 'two', title: 'Grey leaf spot', content: <p>What it looks like.</p> },
          ]}
        />
      </Example>
      <Example name="Card">
        <Card title="With a title">Content</Card>
        <Card>Without one</Card>
      </Example>
      <Example name="Pagination">
        <Pagination page={page} pageSize={10} count={42} onPageChange={setPage} />
      </Example>
      <Example name="Mark">
        <div className="flex items-end gap-4">
          <Logo className="size-24" />
          <Logo />
          <Logo className="size-6" />
        </div>
      </Example>
      <Example name="MaizeField">
        <MaizeIllustration className="h-160 w-full max-w-lg rounded-lg" />
      </Example>
    </>
  )
}
