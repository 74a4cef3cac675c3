import type { ApiKey } from '@kutu/contract/api-keys'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { ChoiceChips } from '../../ui/form/ChoiceChips.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../ui/layout/page-param.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { useReturnFocus } from '../../ui/overlay/use-return-focus.ts'
import { ApiKeyCard } from './ApiKeyCard.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { NewKey } from './NewKey.tsx'
import { type KeyState, pageSize, useApiKeys, useRevokeApiKey } from './queries.ts'

const states = ['active', 'ended'] as const satisfies readonly KeyState[]

/** Lists the API keys for open data, creates and revokes them. State and page are kept in the URL. */
export function ApiKeys() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const state = states.find(known => known === params.get('state')) ?? 'active'
  const page = parsePageParam(params)
  const keys = useApiKeys(state, page)
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<ApiKey & { key: string }>()
  const [revoked, setRevoked] = useState<ApiKey>()
  const { place, focusAfter } = useReturnFocus(revoked !== undefined)
  const revoke = useRevokeApiKey()
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      <PageTitle
        title={t('api_keys.title')}
        lead={t('api_keys.lead')}
        action={
          // While a key is shown, copying it is the one thing to do.
          !created && (
            <Button icon={<Plus aria-hidden="true" className="size-5 shrink-0" />} onClick={() => setCreating(true)}>
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
      {keys.isPending && <SkeletonList className="h-64 w-full" />}
      {keys.isError && <LoadError error={keys.error} busy={keys.isFetching} onRetry={() => keys.refetch()} />}
      {keys.data?.count === 0 && (
        <EmptyState title={t(`api_keys.none.${state}`)}>{t(`api_keys.none_hint.${state}`)}</EmptyState>
      )}
      {keys.data && keys.data.count > 0 && (
        <section
          aria-label={t(`api_keys.state.${state}`)}
          aria-busy={keys.isPlaceholderData}
          className="flex flex-col gap-4"
        >
          <ul className="flex flex-col gap-4">
            {keys.data.results.map(key => (
              <li key={key.id}>
                <ApiKeyCard apiKey={key} onRevoke={() => setRevoked(key)} />
              </li>
            ))}
          </ul>
          <Pagination
            {...{ page, pageSize, count: keys.data.count }}
            onPageChange={next => setParams({ ...(state === 'ended' && { state }), page: String(next) })}
          />
        </section>
      )}
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
