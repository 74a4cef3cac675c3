import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { listSentences, type Translate } from './actions.ts'
import type { Filters } from './queries.ts'

const textFilterNames = ['actor', 'subject'] as const

/** Filters the log by action, actor, subject and days. */
export function AuditFilters({ filters, onFilter }: { filters: Filters; onFilter: (filters: Filters) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: filters,
    onSubmit: async ({ actor, subject, ...others }) =>
      onFilter({ ...others, actor: actor.trim(), subject: subject.trim() }),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all supported browsers know <search>
    <form role="search" onSubmit={form.submit} className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <Select
        {...form.control('action')}
        label={t('audit.action')}
        options={[
          { value: '', label: t('audit.every_action') },
          ...listSentences().map(({ action, key }) => ({
            value: action,
            label: (t as Translate)(key, { who: '…', name: '…' }),
          })),
        ]}
      />
      {textFilterNames.map(name => (
        <TextField
          key={name}
          {...form.text(name)}
          label={t(`audit.${name}`)}
          hint={t(`audit.${name}_hint`)}
          maxLength={name === 'actor' ? 60 : 200}
          autoCapitalize="none"
          spellCheck={false}
        />
      ))}
      {(['from', 'to'] as const).map(name => (
        <TextField key={name} {...form.text(name)} type="date" label={t(`audit.${name}`)} />
      ))}
      <Button type="submit" variant="secondary">
        {t('filter.show')}
      </Button>
    </form>
  )
}
