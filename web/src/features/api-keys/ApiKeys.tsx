import type { ApiKey } from '@kutu/contract/api-keys'
import { useQuery } from '@tanstack/react-query'
import { Copy, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { ChoiceChips } from '../../ui/form/ChoiceChips.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../ui/layout/page-param.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../ui/overlay/use-return-focus.ts'
import { ApiKeyCard } from './ApiKeyCard.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { apiKeysQuery, type KeyState, pageSize, useRevokeApiKey } from './queries.ts'

const states = ['active', 'ended'] as const satisfies readonly KeyState[]

/** Lists the API keys for open data, creates and revokes them. State and page are kept in the URL. */
export function ApiKeys() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const state = states.find(known => known === params.get('state')) ?? 'active'
  const page = parsePageParam(params)
  const keys = useQuery(apiKeysQuery(state, page))
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<ApiKey & { key: string }>()
  const [revoked, setRevoked] = useState<ApiKey>()
  const { place, focusAfter } = useReturnFocus(revoked !== undefined)
  const revoke = useRevokeApiKey()
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      <PageTitle
        title={t('menu.api_keys')}
        action={
          // While a key is shown, copying it is the one thing to do.
          !created && (
            <Button icon={Plus} onClick={() => setCreating(true)}>
              {t('api_keys.create')}
            </Button>
          )
        }
      />
      {created && <NewKey created={created} onDone={() => setCreated(undefined)} />}
      <ChoiceChips
        legend={t('api_keys.state')}
        choices={states.map(value => ({ value, label: t(`api_keys.state.${value}`) }))}
        value={state}
        onChange={next => setParams(next === 'active' ? {} : { state: next })}
      />
      <Loaded query={keys} skeleton={<SkeletonList className="h-64 w-full" />}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState title={t(`api_keys.none.${state}`)} />
          ) : (
            <section
              aria-label={t(`api_keys.state.${state}`)}
              aria-busy={keys.isPlaceholderData}
              className="flex flex-col gap-4"
            >
              <ul className="flex flex-col gap-4">
                {results.map(key => (
                  <li key={key.id}>
                    <ApiKeyCard apiKey={key} onRevoke={() => setRevoked(key)} />
                  </li>
                ))}
              </ul>
              <Pagination
                {...{ page, pageSize, count }}
                onPageChange={next => setParams({ ...(state === 'ended' && { state }), page: String(next) })}
              />
            </section>
          )
        }
      </Loaded>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} onCreated={setCreated} />}
      <ConfirmDialog
        isOpen={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t('api_keys.revoke_title')}
        confirmLabel={t('api_keys.revoke')}
        onConfirm={async () => {
          if (revoked) await revoke.mutateAsync(revoked.id)
          return t('api_keys.revoked_notice')
        }}
        onSettled={focusAfter}
      >
        <div className="flex flex-col gap-2">
          <p className="font-bold wrap-anywhere">{revoked?.name}</p>
          <p>{t('api_keys.revoke_lead')}</p>
        </div>
      </ConfirmDialog>
    </div>
  )
}

/**
 * Shows a new key until the administrator says that it is stored. It is part of the page rather than of a dialog, which
 * Escape would close for ever.
 */
function NewKey({ created, onDone }: { created: ApiKey & { key: string }; onDone: () => void }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The dialog that created the key gives the focus back to its button first.
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby="new-key"
      className="flex flex-col gap-4 rounded-lg border-2 border-amber bg-amber-tint p-4 sm:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 id="new-key" ref={heading} tabIndex={-1} className="scroll-mt-20 text-lg outline-none">
          {t('api_keys.new_title')}
        </h2>
        <p className="wrap-anywhere">{created.name}</p>
        <p>{t('api_keys.new_lead')}</p>
      </div>
      <code className="rounded-lg border border-edge bg-white p-3 text-sm break-all select-all">{created.key}</code>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button icon={Copy} onClick={() => copyText(created.key)}>
          {t('api_keys.copy')}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {t('api_keys.done')}
        </Button>
      </div>
    </section>
  )
}
