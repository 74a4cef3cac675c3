import type { ReactNode } from 'react'

/** One example of a component under its name. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section id={name} className="flex flex-col gap-4 border-t border-line pt-4">
      <h2 className="text-lg">{name}</h2>
      {children}
    </section>
  )
}
