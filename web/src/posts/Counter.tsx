import { useText } from '../text/use-text.ts'
import { join } from '../ui/join.ts'

const sharesBeforeShown = 0.8

/** How much of what may be written is used, once it matters. Nothing is cut off: who writes too much shortens it. */
export function Counter({ text, max }: { text: string; max: number }) {
  const { t, number } = useText()
  const isOver = text.length > max
  return (
    <p
      role="status"
      className={join('text-right text-sm empty:hidden', isOver ? 'font-bold text-rust-ink' : 'text-muted')}
    >
      {text.length >= max * sharesBeforeShown && t('text.counter', { count: number(text.length), max: number(max) })}
    </p>
  )
}
