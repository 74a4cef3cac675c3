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
  <TextLink to={{ search: `?${new URLSearchParams({ [by]: value })}` }}>{value}</TextLink>
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
    <table className="w-full table-fixed text-left text-sm">
      <thead>
        <tr className="border-b border-line">
          <th scope="col" className="py-1 pr-2">
            {t('audit.field')}
          </th>
          <th scope="col" className="py-1 pr-2">
            {t('audit.before')}
          </th>
          <th scope="col" className="py-1">
            {t('audit.after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(field => (
          <tr key={field} className="border-b border-line align-top last:border-0">
            <th scope="row" className="py-1 pr-2 font-normal break-words text-muted">
              {field}
            </th>
            <td className="py-1 pr-2 break-words">{formatValue(before?.[field])}</td>
            <td className="py-1 break-words">{formatValue(after?.[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
