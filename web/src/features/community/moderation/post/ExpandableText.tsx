import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { UserText } from '../../../../ui/UserText.tsx'

const maxVisibleCharacters = 240
const maxVisibleLines = 4

/** Shows four lines of a post and expands on request: a moderator has to read all of it. */
export function ExpandableText({ children }: { children: string }) {
  const { t } = useTranslation()
  const [isExpanded, setExpanded] = useState(false)
  const isLong = children.length > maxVisibleCharacters || children.split('\n').length > maxVisibleLines
  return (
    <>
      <UserText className={clsx(isLong && !isExpanded && 'line-clamp-4')}>{children}</UserText>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="min-h-12 self-start rounded-md font-bold text-leaf-ink underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {t(isExpanded ? 'moderation.read_less' : 'moderation.read_all')}
        </button>
      )}
    </>
  )
}
