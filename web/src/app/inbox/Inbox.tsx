import type { InboxKind } from '@kutu/contract/inbox-order'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import {
  ArrowLeft,
  CalendarClock,
  Clock,
  GraduationCap,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  TriangleAlert,
} from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { getServerTime } from '../../api/session/server-clock.ts'
import { districtsServedQuery } from '../../features/accounts/profile/DistrictsServed.tsx'
import { takeLastMove } from '../../features/community/moderation/post/moderate-post.ts'
import { useModeration } from '../../features/community/moderation/post/use-moderation.ts'
import { secondsSince, useFormatDuration } from '../../features/community/shared/use-format-duration.ts'
import { formatSlotTime } from '../../features/consultations/time/format-slot-time.ts'
import { getDiseaseTitle } from '../../features/surveillance/disease-title.ts'
import { ExpertCountry } from '../../features/surveillance/warnings/ExpertCountry.tsx'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { TextLink } from '../../ui/button/TextLink.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { runNewestToastAction } from '../../ui/feedback/toasts.ts'
import { useAction } from '../../ui/feedback/use-action.ts'
import { Checkbox } from '../../ui/form/Checkbox.tsx'
import { ChoiceChips } from '../../ui/form/ChoiceChips.tsx'
import { KeyList } from '../../ui/layout/KeyboardHelp.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { InboxDetail } from './InboxDetail.tsx'
import { type InboxItem, useInbox, useMarkItem } from './use-inbox.ts'
import { useInboxKeys } from './use-inbox-keys.ts'
import { useOpenItem } from './use-open-item.ts'

const icons: Record<InboxKind, LucideIcon> = {
  warning: TriangleAlert,
  post: MessagesSquare,
  comment: MessageSquareText,
  booking: CalendarClock,
  photos: GraduationCap,
}
const kinds = ['warning', 'post', 'booking', 'comment', 'photos'] as const satisfies readonly InboxKind[]
/** A longer list can be filtered by kind. */
const maxUnfiltered = 8
const keys = ['j', 'k', 'a', 'r', 'f', 's', 'l', 'z', '?'] as const

/** The expert's first screen: everything that waits in one list, and the open item beside it, on a phone in place of it. */
export function Inbox() {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const [pathname] = useLocation()
  const [params, setParams] = useSearchParams()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [areKeysOn, setKeysOn] = useKeysOn()
  const pane = useRef<HTMLElement>(null)
  const { items: allItems, openedBy, isPending, failed, refetch } = useInbox()
  const districts = useQuery(districtsServedQuery())
  const moderation = useModeration()
  const present = kinds.filter(each => allItems.some(item => item.kind === each))
  const kind = present.find(each => each === params.get('kind'))
  const items = kind ? allItems.filter(item => item.kind === kind) : allItems
  const { open, deeds, ...opened } = useOpenItem(items, pane, { isWide, isPending })
  const title = useItemTitle(open)
  const snooze = useSnooze()

  useInboxKeys(pane, areKeysOn, {
    move: opened.move,
    isSettled: opened.isSettled,
    undo: () => {
      if (!moderation.undoLast(ids => ids[0] && opened.await(ids[0]))) runNewestToastAction()
    },
    help: () => setHelpOpen(true),
  })

  return (
    <>
      <div className={clsx('flex flex-col gap-6', open && !isWide && 'hidden')}>
        <PageTitle
          title={t('dashboard.expert_title')}
          action={
            <div className="flex items-center">
              <span className="hidden md:pointer-fine:inline">
                <Button variant="quiet" onClick={() => setHelpOpen(true)}>
                  {t('moderation.keys')}
                </Button>
              </span>
              <TextLink to="/account/figures">{t('dashboard.figures')}</TextLink>
            </div>
          }
        />
        <ExpertCountry isOnlyIfNone />
        {districts.data?.districts.length === 0 && (
          <TextLink to="/account/profile#correct">{t('inbox.districts')}</TextLink>
        )}
      </div>
      {failed && <LoadError error={failed.error} busy={failed.isFetching} onRetry={() => void refetch()} />}
      {opened.isGone && !open && <Notice>{t('inbox.gone')}</Notice>}
      {isPending && !failed && <SkeletonList count={4} className="h-20 w-full" />}
      {!isPending && allItems.length === 0 && !failed && !open && (
        <EmptyState title={t('inbox.clear')}>{t('inbox.clear_hint')}</EmptyState>
      )}
      {(!isPending || failed) && (allItems.length > 0 || open) && (
        <div className="grid gap-6 lg:grid-cols-[22rem_1fr] lg:items-start">
          <section aria-label={t('inbox.title')} className={clsx('flex flex-col gap-4', open && !isWide && 'hidden')}>
            {(kind !== undefined || allItems.length > maxUnfiltered) && present.length > 1 && (
              <ChoiceChips
                legend={t('filter.show')}
                choices={[
                  { value: 'all', label: t('filter.all') },
                  ...present.map(value => ({ value, label: t(`inbox.kind.${value}`) })),
                ]}
                value={kind ?? 'all'}
                onChange={next => setParams(next === 'all' ? {} : { kind: next }, { replace: true })}
              />
            )}
            <ul className="flex flex-col gap-2">
              {items.map(item => (
                <li key={item.id}>
                  <InboxRow
                    item={item}
                    isOpen={item.id === open?.id}
                    isReplacing={isWide}
                    openedBy={openedBy.get(item.id)}
                    to={`?${new URLSearchParams({ ...(kind && { kind }), item: item.id })}`}
                  />
                </li>
              ))}
            </ul>
          </section>
          {open && (
            <section
              ref={pane}
              tabIndex={-1}
              aria-label={title}
              className="flex min-w-0 flex-col gap-4 outline-none lg:sticky lg:top-20"
              {...deeds}
            >
              {!isWide && <h1 className="sr-only">{title}</h1>}
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <TextLink to={kind ? `?kind=${kind}` : pathname} className="gap-2 lg:hidden">
                  <ArrowLeft aria-hidden="true" className="size-5" />
                  {t('inbox.back', { count: items.length })}
                </TextLink>
                {openedBy.has(open.id) && (
                  <p className="font-bold text-amber-ink">
                    {t('inbox.opened_by', { name: openedBy.get(open.id) ?? '' })}
                  </p>
                )}
                <Button
                  variant="quiet"
                  className="ml-auto"
                  aria-keyshortcuts="L"
                  icon={Clock}
                  onClick={() => void snooze(open.id)}
                >
                  {t('inbox.snooze')}
                </Button>
              </div>
              {opened.isGone && <Notice>{t('inbox.gone')}</Notice>}
              <InboxDetail key={open.id} {...{ item: open, moderation }} />
              {opened.isChosen && <Claim key={`claim ${open.id}`} id={open.id} />}
            </section>
          )}
        </div>
      )}
      <Dialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} title={t('moderation.keys')}>
        <div className="flex flex-col items-start gap-3">
          <KeyList keys={Object.fromEntries(keys.map(key => [key, t(`inbox.key.${key}`)]))} />
          <Checkbox label={t('inbox.keys_on')} isChecked={areKeysOn} onCheckedChange={setKeysOn} />
        </div>
      </Dialog>
    </>
  )
}

/** One line of the list: what it is, and how long it has waited. */
function InboxRow({
  item,
  isOpen,
  isReplacing,
  openedBy,
  to,
}: {
  item: InboxItem
  isOpen: boolean
  /** On a phone Back leads from the item to the list. */
  isReplacing: boolean
  openedBy: string | undefined
  to: string
}) {
  const { t } = useTranslation()
  const formatDuration = useFormatDuration()
  const title = useItemTitle(item)
  const Icon = icons[item.kind]
  const isGrave = item.rank === 'warning' || item.rank === 'urgent post' || item.rank === 'booking soon'
  return (
    <Link
      to={to}
      replace={isReplacing}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx(
        'flex min-h-16 items-center gap-3 rounded-lg border p-3 hover:border-leaf-ink',
        isOpen ? 'border-leaf bg-leaf-tint' : 'border-line bg-white',
      )}
    >
      <Icon aria-hidden="true" className={clsx('size-6 shrink-0', isGrave ? 'text-rust-ink' : 'text-leaf-ink')} />
      <span className="flex min-w-0 flex-col leading-snug">
        <span dir="auto" className="line-clamp-2 text-start font-bold wrap-anywhere">
          {title}
        </span>
        <span className="text-sm text-muted">
          {item.kind === 'warning' && item.rank === 'warning' && item.warning.decided_at
            ? t('warnings.sms_waiting')
            : t(`inbox.rank.${item.rank}`)}
          {item.kind !== 'photos' && ` · ${formatDuration(secondsSince(item.since, getServerTime().getTime()))}`}
        </span>
        {openedBy !== undefined && (
          <span className="text-sm text-amber-ink">{t('inbox.opened_by', { name: openedBy })}</span>
        )}
      </span>
    </Link>
  )
}

function useItemTitle(item: InboxItem | undefined): string {
  const { t, language } = useTranslation()
  switch (item?.kind) {
    case undefined:
      return ''
    case 'warning':
      return t('warnings.title', {
        disease: getDiseaseTitle(item.warning, language),
        district: item.warning.district_name,
      })
    case 'post':
      return item.post.title
    case 'comment':
      return item.comment.content
    case 'booking':
      return `${item.booking.farmer.username}, ${formatSlotTime(item.booking.slot.start_time)}`
    case 'photos':
      return t('inbox.photos', { count: item.count })
  }
}

/** The server keeps a claim for 75 seconds, so that nobody need release that of a page that is gone. */
const claimMs = 30_000

/** Shows other experts that the item is open while it is. */
function Claim({ id }: { id: string }) {
  const { mutate } = useMarkItem()
  useEffect(() => {
    const claim = () => mutate({ id, action: 'open' })
    claim()
    const timer = window.setInterval(claim, claimMs)
    return () => {
      window.clearInterval(timer)
      mutate({ id, action: 'close' })
    }
  }, [id, mutate])
  return null
}

/** Keys without a modifier disturb who speaks to the device, so they can be switched off (WCAG 2.1.4). */
function useKeysOn() {
  const [isOn, setOn] = useState(() => localStorage.getItem(keysOffItem) === null)
  return [
    isOn,
    (next: boolean) => {
      if (next) localStorage.removeItem(keysOffItem)
      else localStorage.setItem(keysOffItem, 'yes')
      setOn(next)
    },
  ] as const
}
const keysOffItem = 'inboxKeysOff'

/** Puts an item off until tomorrow; the notice takes it back. */
function useSnooze() {
  const { t } = useTranslation()
  const { mutateAsync } = useMarkItem()
  return useAction(async (id: string) => {
    await mutateAsync({ id, action: 'snooze' })
    void takeLastMove()
    return {
      message: t('inbox.snoozed'),
      action: { label: t('action.undo'), run: () => void mutateAsync({ id, action: 'unsnooze' }) },
    }
  }).run
}

/** From here on list and detail stand side by side. */
const wide = '(width >= 64rem)'
const subscribe = (listener: () => void) => {
  const query = window.matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
const useIsWide = () => useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches)
