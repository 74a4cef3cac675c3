import type { ArticleLine } from '@kutu/advice/article'
import type { SourceKey } from '@kutu/advice/sources'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'

export const sourceId = (key: SourceKey): string => `source-${key}`

/** The lines of a section, each with the keys of its sources. Steps in time are numbered. */
export function ArticleLines({ lines, isNumbered }: { lines: readonly ArticleLine[]; isNumbered: boolean }) {
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <List className={join('flex flex-col gap-3 pl-6', isNumbered ? 'list-decimal marker:font-bold' : 'list-disc')}>
      {lines.map(line => (
        <li key={line.text} className="pl-1">
          {line.text} <SourceKeys keys={line.sources} />
        </li>
      ))}
    </List>
  )
}

/** Small keys that lead to the list of sources below. */
export function SourceKeys({ keys }: { keys: readonly SourceKey[] }) {
  const { t } = useText()
  return (
    <span className="text-xs font-normal whitespace-nowrap">
      {keys.map((key, at) => (
        <span key={key}>
          {at > 0 && ' '}
          <a
            href={`#${sourceId(key)}`}
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
