import { type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { takeLastMove } from '../../features/community/moderation/post/moderate-post.ts'
import { useAddress } from '../../router.tsx'
import type { InboxItem } from './use-inbox.ts'

/** An item that leaves the list so long after a deed of the expert was decided by this deed. */
const deedMs = 30_000
/** No key approves an item that has just come: a second press was meant for the one before. */
const settleMs = 400

/**
 * Returns the open item: that of the address, on a wide screen at first the worst. It stays when the list changes around it. When
 * the expert has decided it, the next one takes its place; when a colleague has, it stays with `isGone`, so that nothing that is
 * being written is lost.
 */
export function useOpenItem(
  items: readonly InboxItem[],
  pane: RefObject<HTMLElement | null>,
  { isWide, isPending }: { isWide: boolean; isPending: boolean },
) {
  const [params, setParams] = useSearchParams()
  const isAuto = (useAddress().state as { isAuto?: boolean } | null)?.isAuto === true
  const openId = params.get('item') ?? undefined
  const last = useRef<{ item: InboxItem; index: number }>(undefined)
  const awaitedId = useRef<string>(undefined)
  const deed = useRef({ clickedAt: -deedMs, sentAt: -deedMs })
  const shownAt = useRef(0)
  const index = items.findIndex(({ id }) => id === openId)
  const present = items[index]
  const open = present ?? (last.current?.item.id === openId ? last.current?.item : undefined)
  const hasDraft = () =>
    [...(pane.current?.querySelectorAll('textarea') ?? [])].some(({ value }) => value.trim() !== '')

  function show(id: string | undefined, options: { isAuto?: boolean } = {}) {
    const next = new URLSearchParams(params)
    if (id === undefined) next.delete('item')
    else next.set('item', id)
    setParams(next, { replace: true, state: options })
  }
  function isDecidedHere(): boolean {
    const now = performance.now()
    const { clickedAt, sentAt } = deed.current
    return now - sentAt < deedMs || (now - clickedAt < deedMs && !hasDraft())
  }

  useEffect(() => {
    if (present) {
      last.current = { item: present, index }
      awaitedId.current = undefined
    } else if (isPending) return
    else if (openId === undefined) {
      if (isWide && items[0]) show(items[0].id, { isAuto: true })
    } else if (openId !== awaitedId.current && last.current?.item.id === openId && isDecidedHere()) {
      // A warning stays: it can be stopped for ten minutes.
      if (last.current.item.kind === 'warning') awaitedId.current = openId
      else show(items[Math.min(last.current.index, items.length - 1)]?.id)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another item is open
  useEffect(() => {
    shownAt.current = performance.now()
    // Names the item to screen readers. What somebody has put the focus on keeps it.
    if (document.activeElement === document.body) pane.current?.focus({ preventScroll: true })
  }, [open?.id])

  return {
    open,
    /** The expert has chosen it, so it is theirs; it was not only shown at first. */
    isChosen: open !== undefined && !isAuto,
    /** It no longer waits, and not by a deed of this expert; also an address of nothing. */
    isGone:
      !present && !isPending && openId !== undefined && openId !== awaitedId.current && !(open && isDecidedHere()),
    isSettled: () => performance.now() - shownAt.current > settleMs,
    /** Goes to another item unless something is being written. */
    move: (step: 1 | -1) => {
      const next = items[index < 0 ? 0 : index + step]
      if (next && !hasDraft()) show(next.id)
    },
    /** Opens an item that comes back to the list. */
    await: (id: string) => {
      awaitedId.current = id
      show(id)
    },
    deeds: {
      onClickCapture: () => {
        deed.current.clickedAt = performance.now()
        // Z takes back the last deed, and so no post before it.
        if (open?.kind !== 'post') void takeLastMove()
      },
      onSubmitCapture: () => {
        deed.current.sentAt = performance.now()
      },
    },
  }
}
