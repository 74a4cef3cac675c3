import { useState } from 'react'
import { PostText } from '../../posts/PostText.tsx'
import { useText } from '../../text/use-text.ts'
import { join } from '../../ui/join.ts'

const charactersInSight = 240
const linesInSight = 4

/** A post's text cut at four lines, with the rest one press away: who decides about it has to read it. */
export function ReadableContent({ children }: { children: string }) {
  const { t } = useText()
  const [isWhole, setWhole] = useState(false)
  const isLong = children.length > charactersInSight || children.split('\n').length > linesInSight
  return (
    <>
      <PostText className={join(isLong && !isWhole && 'line-clamp-4')}>{children}</PostText>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="min-h-12 self-start rounded-md font-bold text-leaf-ink underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {t(isWhole ? 'moderation.read_less' : 'moderation.read_all')}
        </button>
      )}
    </>
  )
}
