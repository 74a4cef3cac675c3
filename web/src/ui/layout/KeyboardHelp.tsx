/** Lists keyboard shortcuts in one line, on devices with a keyboard. */
export function KeyboardHelp({ label, lead, keys }: { label: string; lead: string; keys: Record<string, string> }) {
  return (
    <section aria-label={label} className="hidden text-sm text-muted md:pointer-fine:block">
      <p className="mb-1">{lead}</p>
      <KeyList keys={keys} />
    </section>
  )
}

/** Lists keys with what each does. */
export function KeyList({ keys }: { keys: Record<string, string> }) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1">
      {Object.entries(keys).map(([key, description]) => (
        <div key={key} className="flex items-center gap-2">
          <dt>
            <kbd className="inline-block min-w-7 rounded-sm border border-edge bg-white px-1.5 text-center font-sans font-bold text-ink uppercase">
              {key}
            </kbd>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  )
}
