import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { auditActions, describeAction, type Translate } from './actions.ts'

const textFilterNames = ['actor', 'subject_id'] as const
export type Filters = Record<'action' | (typeof textFilterNames)[number], string>

/** Filters the log by action, actor and subject. */
export function AuditFilters({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: filters,
    onSubmit: async ({ action, actor, subject_id }) =>
      onFilter({ action, actor: actor.trim(), subject_id: subject_id.trim() }),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all supported browsers know <search>
    <form
      role="search"
      onSubmit={form.submit}
      className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1fr_auto]"
    >
      <Select
        {...form.control('action')}
        label={t('audit.action')}
        options={[
          { value: '', label: t('audit.every_action') },
          ...auditActions.map(action => ({ value: action, label: describeAction(action, t as Translate) })),
        ]}
      />
      {textFilterNames.map(name => (
        <TextField
          key={name}
          {...form.text(name)}
          label={t(`audit.${name}`)}
          hint={t(`audit.${name}_hint`)}
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
