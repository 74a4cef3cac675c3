import type { NamedDistrict } from '@kutu/contract/accounts/districts-served'
import { maxDistrictsServed } from '@kutu/contract/shared-limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { callApi } from '../../../api/api-client.ts'
import { apiQuery } from '../../../api/api-query.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { showError } from '../../../ui/feedback/toasts.ts'
import { DistrictList } from '../../../ui/form/DistrictSelect.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { usePopup } from '../../../ui/overlay/use-popup.ts'

const queryKey = ['districts served']
export const districtsServedQuery = () => apiQuery(queryKey, 'GET /api/account/districts-served/')

/** The districts that an expert serves. Each addition and removal is saved at once. */
export function DistrictsServed({ country }: { country: string | undefined }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useQuery(districtsServedQuery())
  const { mutate, isPending } = useMutation({
    mutationFn: (districts: string[]) => callApi('PUT /api/account/districts-served/', { body: { districts } }),
    onSuccess: saved => client.setQueryData(queryKey, saved),
    onError: failure => showError(failure),
  })
  const codes = query.data?.districts.map(({ code }) => code) ?? []
  return (
    <Card title={t('profile.districts')}>
      <p className="text-muted">{t('profile.districts_lead')}</p>
      <Loaded query={query} skeleton={null}>
        {({ districts }) => (
          <>
            {districts.length === 0 ? (
              <p>{t('profile.districts_none')}</p>
            ) : (
              <ChosenDistricts
                districts={districts}
                isBusy={isPending}
                onRemove={code => mutate(codes.filter(other => other !== code))}
              />
            )}
            {districts.length < maxDistrictsServed && (
              <AddDistrict country={country} isBusy={isPending} onAdd={code => mutate([...codes, code])} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

function ChosenDistricts({
  districts,
  isBusy,
  onRemove,
}: {
  districts: readonly NamedDistrict[]
  isBusy: boolean
  onRemove: (code: string) => void
}) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} tabIndex={-1} aria-label={t('profile.districts')} className="flex flex-wrap gap-2 outline-none">
      {districts.map(({ code, name }) => (
        <li key={code}>
          <button
            type="button"
            disabled={isBusy}
            aria-label={t('action.remove_of', { name })}
            onClick={() => {
              // The button disappears with its district, so the focus moves to the list.
              list.current?.focus()
              onRemove(code)
            }}
            className="inline-flex min-h-12 items-center gap-2 rounded-full border border-leaf-press bg-leaf-tint px-4 font-bold text-leaf-ink hover:border-ink disabled:opacity-60"
          >
            {name}
            <X aria-hidden="true" className="size-5 shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function AddDistrict({
  country,
  isBusy,
  onAdd,
}: {
  country: string | undefined
  isBusy: boolean
  onAdd: (code: string) => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const { isOpen, setOpen, container, button, closeAndFocus } = usePopup()
  return (
    <div ref={container} className="relative flex flex-col items-start">
      <Button
        ref={button}
        variant="secondary"
        busy={isBusy}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        icon={Plus}
        onClick={() => setOpen(!isOpen)}
      >
        {t('profile.districts_add')}
      </Button>
      {isOpen && <DistrictList id={id} value="" country={country} closeAndFocus={closeAndFocus} onSelect={onAdd} />}
    </div>
  )
}
