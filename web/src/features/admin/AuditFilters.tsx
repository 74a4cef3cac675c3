import { type FormEvent, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

const names = ['action', 'actor', 'subject_id'] as const
export type Filters = Record<(typeof names)[number], string>

/** Narrows the log to one kind of action, one person's acts or one subject. */
export function AuditFilters({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const { t } = useText()
  const [typed, setTyped] = useState(filters)
  function filter(event: FormEvent) {
    event.preventDefault()
    const { action, actor, subject_id } = typed
    onFilter({ action: action.trim(), actor: actor.trim(), subject_id: subject_id.trim() })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser our readers have
    <form
      role="search"
      onSubmit={filter}
      className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1fr_auto]"
    >
      {names.map(name => (
        <TextField
          key={name}
          label={t(`audit.${name}`)}
          hint={t(`audit.${name}_hint`)}
          value={typed[name]}
          onChange={event => setTyped({ ...typed, [name]: event.target.value })}
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      <Button type="submit" variant="secondary">
        {t('audit.filter')}
      </Button>
    </form>
  )
}
