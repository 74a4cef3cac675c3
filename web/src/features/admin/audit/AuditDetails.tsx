import type { AuditEntry } from '@kutu/contract/admin'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'

/** Folds away what the sentence of an audit entry does not say: its subject by id, the network and the changed fields. */
export function AuditDetails({
  entry: { subject_type, subject_id, subject_name, origin, before, after },
}: {
  entry: AuditEntry
}) {
  const { t } = useTranslation()
  return (
    <details className="group">
      <summary className="flex min-h-12 list-none items-center gap-1 font-bold text-leaf-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-5 transition-transform group-open:rotate-90" />
        {t('audit.details')}
      </summary>
      <ChangedFields before={before} after={after} />
      <p className="text-sm break-all text-muted">
        {t('audit.subject')}: {subject_type}{' '}
        {subject_name !== null && (
          <>
            <TextLink to={{ search: `?${new URLSearchParams({ subject: subject_name })}` }}>
              {subject_name}
            </TextLink>{' '}
          </>
        )}
        <TextLink to={{ search: `?${new URLSearchParams({ subject: subject_id })}` }}>{subject_id}</TextLink>
      </p>
      {origin?.network && (
        <p className="pb-2 text-sm break-all text-muted">
          {t('audit.network')}: {origin.network}
        </p>
      )}
    </details>
  )
}

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
