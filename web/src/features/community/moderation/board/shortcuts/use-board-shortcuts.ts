import type { Post } from '@kutu/contract/community/community'
import { type RefObject, useEffect, useRef } from 'react'
import { type BoardAction, getBoardAction } from './board-shortcuts.ts'

/** Inside text inputs and dialogs, keys type characters. */
const isTyping = (target: Element): boolean => target.closest('textarea, input:not([type=checkbox]), dialog') !== null

/**
 * Single-key shortcuts to navigate and moderate posts. They work only while a post of the list has the focus, so that
 * typing or dictating elsewhere does not trigger them. When a post leaves the list, the next one receives the focus.
 */
export function useBoardShortcuts(
  listRef: RefObject<HTMLUListElement | null>,
  posts: readonly Post[],
  performAction: (action: BoardAction, post: Post) => boolean,
): void {
  const lastFocusedIndex = useRef(-1)
  const latest = useRef({ posts, performAction })
  useEffect(() => {
    latest.current = { posts, performAction }
  })

  useEffect(() => {
    const element = listRef.current
    if (!element) return
    const getCards = () => [...element.querySelectorAll<HTMLElement>('[data-post]')]
    const findCardIndex = (target: EventTarget | null) =>
      target instanceof Element ? getCards().findIndex(card => card.contains(target)) : -1
    const focusCard = (index: number) => {
      const card = getCards()[index]
      card?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'nearest' })
    }
    const onFocus = ({ target }: FocusEvent) => {
      lastFocusedIndex.current = findCardIndex(target)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const action = getBoardAction(event)
      const index = findCardIndex(event.target)
      const post = latest.current.posts[index]
      if (!action || !post || (event.target instanceof Element && isTyping(event.target))) return
      event.preventDefault()
      if (action === 'previous') return focusCard(Math.max(0, index - 1))
      if (action === 'next') return focusCard(index + 1)
      // An approved post is done, so focus the next one.
      if (latest.current.performAction(action, post) && action === 'approve') focusCard(index + 1)
    }
    element.addEventListener('focusin', onFocus)
    element.addEventListener('keydown', onKeyDown)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('keydown', onKeyDown)
    }
  }, [listRef])

  const ids = posts.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list of posts changes
  useEffect(() => {
    const cards = listRef.current?.querySelectorAll<HTMLElement>('[data-post]')
    if (!cards || lastFocusedIndex.current < 0 || document.activeElement !== document.body) return
    cards[Math.min(lastFocusedIndex.current, cards.length - 1)]?.focus()
  }, [ids, listRef])
}
