import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export function CollapsibleCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group rounded-lg border border-line bg-white">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-lg px-4 py-3 hover:bg-leaf-tint sm:px-6 [&::-webkit-details-marker]:hidden">
        <h2 className="text-lg">{title}</h2>
        <ChevronDown aria-hidden="true" className="size-6 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-5 sm:px-6">{children}</div>
    </details>
  )
}
