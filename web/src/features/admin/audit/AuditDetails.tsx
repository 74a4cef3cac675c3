import type { AuditEntry } from '@kutu/contract/admin'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'

/** Shows what the line of an audit entry leaves out: who and what by id, the network and the changed fields. */
export function AuditDetails({
  entry: { actor, action, subject_type, subject_id, subject_name, origin, before, after },
}: {
  entry: AuditEntry
}) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2 px-4 pb-4 text-sm text-muted">
      <ChangedFields before={before} after={after} />
      <p>
        {t('audit.action')}: <FilterLink by="action" value={action} />
      </p>
      {actor && (
        <p className="break-all">
          {t('audit.actor')}: <FilterLink by="actor" value={actor.username} />
        </p>
      )}
      <p className="break-all">
        {t('audit.subject')}: {subject_type}{' '}
        {subject_name !== null && (
          <>
            <FilterLink by="subject" value={subject_name} />{' '}
          </>
        )}
        <FilterLink by="subject" value={subject_id} />
      </p>
      {origin?.network && (
        <p className="break-all">
          {t('audit.network')}: {origin.network}
        </p>
      )}
    </div>
  )
}

const FilterLink = ({ by, value }: { by: 'action' | 'actor' | 'subject'; value: string }) => (
  <TextLink to={`?${new URLSearchParams({ [by]: value })}`}>{value}</TextLink>
)

function ChangedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const { t } = useTranslation()
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0) return null
  const formatValue = (value: unknown) => {
    if (value === undefined || value === null || value === '') return t('audit.empty_value')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return (
    <ul>
      {fields.map(field => (
        <li key={field} className="break-words">
          {field}: {before && <del>{formatValue(before[field])}</del>}{' '}
          {after && <ins className="text-ink no-underline">{formatValue(after[field])}</ins>}
        </li>
      ))}
    </ul>
  )
}
