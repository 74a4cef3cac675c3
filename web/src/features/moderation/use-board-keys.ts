import type { Post } from '@kutu/contract/community'
import { type RefObject, useEffect, useRef } from 'react'
import { actOf, type BoardAct } from './board-keys.ts'

/** Where letters are typed, keys mean letters. */
const isTyping = (target: Element): boolean => target.closest('textarea, input:not([type=checkbox]), dialog') !== null

/**
 * Moving through the posts and moving them, by single keys. They work only while a post of the list has the focus, so
 * that nobody who dictates or types elsewhere sets them off. A post that leaves hands the focus to the one after it.
 */
export function useBoardKeys(
  list: RefObject<HTMLUListElement | null>,
  posts: readonly Post[],
  act: (name: BoardAct, post: Post) => boolean,
): void {
  const lastAt = useRef(-1)
  const latest = useRef({ posts, act })
  useEffect(() => {
    latest.current = { posts, act }
  })

  useEffect(() => {
    const element = list.current
    if (!element) return
    const cards = () => [...element.querySelectorAll<HTMLElement>('[data-post]')]
    const cardAt = (target: EventTarget | null) =>
      target instanceof Element ? cards().findIndex(card => card.contains(target)) : -1
    const goTo = (index: number) => {
      const card = cards()[index]
      card?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'nearest' })
    }
    const onFocus = ({ target }: FocusEvent) => {
      lastAt.current = cardAt(target)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const name = actOf(event)
      const at = cardAt(event.target)
      const post = latest.current.posts[at]
      if (!name || !post || (event.target instanceof Element && isTyping(event.target))) return
      event.preventDefault()
      if (name === 'previous') return goTo(Math.max(0, at - 1))
      if (name === 'next') return goTo(at + 1)
      // An approved post is dealt with, so the next one comes.
      if (latest.current.act(name, post) && name === 'approve') goTo(at + 1)
    }
    element.addEventListener('focusin', onFocus)
    element.addEventListener('keydown', onKeyDown)
    return () => {
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('keydown', onKeyDown)
    }
  }, [list])

  const ids = posts.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when the posts change
  useEffect(() => {
    const cards = list.current?.querySelectorAll<HTMLElement>('[data-post]')
    if (!cards || lastAt.current < 0 || document.activeElement !== document.body) return
    cards[Math.min(lastAt.current, cards.length - 1)]?.focus()
  }, [ids, list])
}
