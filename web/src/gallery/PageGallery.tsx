import { useState } from 'react'
import { Accordion } from '../ui/Accordion.tsx'
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx'
import { Card } from '../ui/Card.tsx'
import { MaizeField } from '../ui/MaizeField.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Exhibit } from './Exhibit.tsx'

export function PageGallery() {
  const [page, setPage] = useState(1)
  return (
    <>
      <Exhibit name="Breadcrumbs">
        <Breadcrumbs
          crumbs={[
            { name: 'Upload Image', path: '/account/addresses/image-analysis' },
            { name: 'Education Resources', path: '/account/addresses/education-resources' },
          ]}
        />
      </Exhibit>
      <Exhibit name="Tabs">
        <Tabs
          label="Profile"
          tabs={[
            { id: 'summary', label: 'Account Summary', content: <p>First panel</p> },
            { id: 'password', label: 'Change Password', content: <p>Second panel</p> },
          ]}
        />
      </Exhibit>
      <Exhibit name="Accordion">
        <Accordion
          items={[
            { id: 'one', title: 'Common rust of maize', content: <p>What it looks like.</p> },
            { id: 'two', title: 'Grey leaf spot', content: <p>What it looks like.</p> },
          ]}
        />
      </Exhibit>
      <Exhibit name="Card">
        <Card title="With a title">Content</Card>
        <Card>Without one</Card>
      </Exhibit>
      <Exhibit name="Pagination">
        <Pagination page={page} pageSize={10} count={42} onPage={setPage} />
      </Exhibit>
      <Exhibit name="Mark">
        <div className="flex items-end gap-4">
          <Mark className="size-24" />
          <Mark />
          <Mark className="size-6" />
        </div>
      </Exhibit>
      <Exhibit name="MaizeField">
        <MaizeField className="h-160 w-full max-w-lg rounded-lg" />
      </Exhibit>
    </>
  )
}
