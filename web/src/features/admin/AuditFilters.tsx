import { type FormEvent, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Filters = { action: string; subject_id: string }

/** Narrows the log to one kind of action or one subject. */
export function AuditFilters({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const { t } = useText()
  const [typed, setTyped] = useState(filters)
  function filter(event: FormEvent) {
    event.preventDefault()
    onFilter({ action: typed.action.trim(), subject_id: typed.subject_id.trim() })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser our readers have
    <form role="search" onSubmit={filter} className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
      <TextField
        label={t('audit.action')}
        hint={t('audit.action_hint')}
        value={typed.action}
        onChange={event => setTyped({ ...typed, action: event.target.value })}
        maxLength={60}
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField
        label={t('audit.subject_id')}
        value={typed.subject_id}
        onChange={event => setTyped({ ...typed, subject_id: event.target.value })}
        maxLength={60}
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="secondary">
        {t('audit.filter')}
      </Button>
    </form>
  )
}
