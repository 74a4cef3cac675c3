import type { ReactNode } from 'react'

/** The h1 of a screen, which also sets the document title, with the open section of the screen if it has several. */
export function PageTitle({
  title,
  section,
  lead,
  action,
}: {
  title: string
  section?: string
  lead?: ReactNode
  action?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-3">
      <title>{`${section ? `${section} · ` : ''}${title} · Kutu`}</title>
      <div className="flex min-w-0 flex-col gap-2">
        {/* At twice the text size a long word still fits a phone in one piece. */}
        <h1 className="text-[min(var(--text-2xl),11vw)] leading-tight">{title}</h1>
        {lead && <p className="max-w-prose text-pretty text-muted">{lead}</p>}
      </div>
      {action}
    </header>
  )
}
