import type { ReactNode } from 'react'
import { Accordion } from '../../ui/layout/Accordion.tsx'

export function CollapsibleCard({ title, children }: { title: string; children: ReactNode }) {
  const content = <div className="flex flex-col gap-4">{children}</div>
  return <Accordion items={[{ id: title, title: <h2 className="text-lg">{title}</h2>, content }]} />
}
