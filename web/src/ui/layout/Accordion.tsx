import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'

export type AccordionItem = { id: string; title: ReactNode; content: ReactNode }

/** Sections that open under their titles, with the browser's <details>. At most one is open if `isExclusive`. */
export function Accordion({
  items,
  open,
  isExclusive = true,
}: {
  items: readonly AccordionItem[]
  open?: string
  isExclusive?: boolean
}) {
  const name = useId()
  return (
    <div className="flex flex-col divide-y divide-line rounded-lg border border-line bg-white">
      {items.map(item => (
        <details key={item.id} name={isExclusive ? name : undefined} open={item.id === open} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-lg px-4 py-3 font-bold hover:bg-leaf-tint sm:px-6 [&::-webkit-details-marker]:hidden">
            {item.title}
            <ChevronDown aria-hidden="true" className="size-6 shrink-0 transition-transform group-open:rotate-180" />
          </summary>
          <div className="px-4 pt-1 pb-5 sm:px-6">{item.content}</div>
        </details>
      ))}
    </div>
  )
}

/** One section that opens under its title, without a frame. */
export function Fold({ title, className, children, ...details }: ComponentProps<'details'> & { title: string }) {
  return (
    <details {...details} className={clsx('group', className)}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 font-bold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden="true" className="size-6 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}

/** The filters of a list, open at first if one is set, and on request where the screen is wide. */
export function FilterFold({
  isSet,
  isOpenOnWide = false,
  children,
}: {
  isSet: boolean
  isOpenOnWide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [isOpen] = useState(() => isSet || (isOpenOnWide && window.matchMedia('(width >= 48rem)').matches))
  return (
    <Fold title={t('filter.title')} open={isOpen}>
      {children}
    </Fold>
  )
}
