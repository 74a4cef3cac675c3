import type { ArticleLine } from '@kutu/advice/article'
import type { SourceKey } from '@kutu/advice/sources'
import { clsx } from 'clsx'
import { useTranslation } from '../../../i18n/use-translation.ts'

export const getSourceAnchorId = (key: SourceKey): string => `source-${key}`

/** Lists the lines of a section with links to their sources. Steps that follow each other are numbered. */
export function ArticleLines({ lines, isNumbered }: { lines: readonly ArticleLine[]; isNumbered: boolean }) {
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <List className={clsx('flex flex-col gap-3 pl-6', isNumbered ? 'list-decimal marker:font-bold' : 'list-disc')}>
      {lines.map(line => (
        <li key={line.text} className="pl-1">
          {line.text} <SourceLinks keys={line.sources} />
        </li>
      ))}
    </List>
  )
}

/** Links to the entries of the source list at the end of the article. */
export function SourceLinks({ keys }: { keys: readonly SourceKey[] }) {
  const { t } = useTranslation()
  return (
    <span className="text-xs font-normal whitespace-nowrap">
      {keys.map((key, index) => (
        <span key={key}>
          {index > 0 && ' '}
          <a
            href={`#${getSourceAnchorId(key)}`}
            aria-label={t('article.source', { key })}
            className="inline-block rounded-sm px-0.5 text-muted underline decoration-line underline-offset-4 hover:text-leaf-ink hover:decoration-leaf"
          >
            {key}
          </a>
        </span>
      ))}
    </span>
  )
}
