import type { Post } from '@kutu/contract/community/community'
import { type RefObject, useEffect, useRef } from 'react'
import { type BoardAction, getBoardAction } from './board-shortcuts.ts'

/** Inside text inputs, selects and dialogs, keys type characters. */
const isTyping = (target: Element): boolean =>
  target.closest('textarea, input:not([type=checkbox]), dialog, [role=combobox], [role=listbox], [role=menu]') !== null

/**
 * Single-key shortcuts to navigate and moderate posts, anywhere on the page. `performAction` gets the post that has the
 * focus, if one has. When a post leaves the list, the next one receives the focus; after an undo, the post that is back.
 * Text that is being typed keeps the focus.
 */
export function useBoardShortcuts(
  listRef: RefObject<HTMLUListElement | null>,
  posts: readonly Post[],
  performAction: (action: BoardAction, post: Post | undefined) => boolean,
): {
  /** Says which posts an undo brings back to the list. */
  awaitPosts: (ids: readonly string[]) => void
} {
  const lastFocusedIndex = useRef(-1)
  const awaitedIds = useRef<readonly string[]>([])
  const latest = useRef({ posts, performAction })
  useEffect(() => {
    latest.current = { posts, performAction }
  })

  useEffect(() => {
    const getCards = () => [...(listRef.current?.querySelectorAll<HTMLElement>('[data-post]') ?? [])]
    const findCardIndex = (target: EventTarget | null) =>
      target instanceof Element ? getCards().findIndex(card => card.contains(target)) : -1
    const focusCard = (index: number) => {
      const card = getCards()[index]
      card?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'nearest' })
    }
    const onFocus = ({ target }: FocusEvent) => {
      const index = findCardIndex(target)
      if (index >= 0) lastFocusedIndex.current = index
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const action = getBoardAction(event)
      if (!action || (event.target instanceof Element && isTyping(event.target))) return
      awaitedIds.current = []
      const index = findCardIndex(event.target)
      if (action === 'previous' || action === 'next') {
        event.preventDefault()
        const step = action === 'next' ? 1 : -1
        // From elsewhere on the page, back to the post that had the focus, at first to the first one.
        return focusCard(
          Math.max(0, index < 0 ? Math.min(lastFocusedIndex.current, getCards().length - 1) : index + step),
        )
      }
      const isPerformed = latest.current.performAction(action, latest.current.posts[index])
      if (isPerformed) event.preventDefault()
      // An approved post is done, so focus the next one.
      if (isPerformed && action === 'approve') focusCard(index + 1)
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [listRef])

  const ids = posts.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list of posts changes
  useEffect(() => {
    const cards = listRef.current?.querySelectorAll<HTMLElement>('[data-post]') ?? []
    const isFree = document.activeElement === document.body
    // The section around an emptied list has the focus.
    const isAround = document.activeElement?.contains(listRef.current) === true
    const isOnCard = document.activeElement?.matches('[data-post]') === true
    const restored = posts.findIndex(({ id }) => awaitedIds.current.includes(id))
    if (restored >= 0) {
      awaitedIds.current = []
      if (isAround || isOnCard) cards[restored]?.focus()
    } else if (lastFocusedIndex.current >= 0 && isFree)
      cards[Math.min(lastFocusedIndex.current, cards.length - 1)]?.focus()
  }, [ids, listRef])

  return {
    awaitPosts: undone => {
      // Those that never left the list cannot come back to it.
      awaitedIds.current = undone.filter(id => !latest.current.posts.some(post => post.id === id))
    },
  }
}
