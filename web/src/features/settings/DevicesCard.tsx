import type { Device } from '@kutu/contract/own-account'
import { useQuery } from '@tanstack/react-query'
import { Laptop, LogOut, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { devicesPageSize, devicesQuery, useSignOutDevice, useSignOutElsewhere } from './queries.ts'

/** Where the account is signed in, and the way to end that. */
export function DevicesCard() {
  const { t } = useText()
  const [page, setPage] = useState(1)
  const { data, error, isPending, isFetching, refetch } = useQuery(devicesQuery(page))
  return (
    <Card title={t('settings.devices')}>
      <p className="text-muted">{t('settings.devices_lead')}</p>
      {isPending && <SkeletonList count={2} className="h-20 w-full" />}
      {!data && error && <LoadFailed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {data && (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {data.results.map(device => (
              <DeviceLine key={device.id} device={device} />
            ))}
          </ul>
          {(data.count > devicesPageSize || page > 1) && (
            <Pagination page={page} pageSize={devicesPageSize} count={data.count} onPage={setPage} />
          )}
          {data.count > 1 && <Elsewhere />}
        </>
      )}
    </Card>
  )
}

const handhelds = new Set(['Android', 'iPhone', 'iPad', 'KaiOS'])

function DeviceLine({ device }: { device: Device }) {
  const { t, dateTime } = useText()
  const { mutateAsync, isPending } = useSignOutDevice()
  const { browser, system } = device
  const name = browser && system ? t('settings.device', { browser, system }) : (browser ?? system)
  const told = name ?? t('settings.device_unknown')
  const Icon = system !== null && handhelds.has(system) ? Smartphone : Laptop
  async function end() {
    try {
      await mutateAsync(device.id)
      showSuccess(t('notice.success'), t('settings.signed_out', { device: told }))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <div className="flex min-w-0 grow basis-48 flex-col">
        <span className="font-bold">{told}</span>
        <span className="text-sm text-muted">{t('settings.device_used', { when: dateTime(device.last_used_at) })}</span>
        <span className="text-sm text-muted">
          {t('settings.device_since', { when: dateTime(device.signed_in_at) })}
        </span>
      </div>
      {device.is_this ? (
        <strong className="rounded-full bg-leaf-tint px-3 py-1 text-sm text-leaf-ink">
          {t('settings.device_this')}
        </strong>
      ) : (
        <Button
          variant="secondary"
          busy={isPending}
          aria-label={t('settings.sign_out_of', { device: told })}
          onClick={() => void end()}
        >
          {t('settings.sign_out_there')}
        </Button>
      )}
    </li>
  )
}

function Elsewhere() {
  const { t } = useText()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useSignOutElsewhere()
  async function end() {
    const { ended } = await mutateAsync()
    return t('settings.signed_out_elsewhere', { count: ended })
  }
  return (
    <>
      <Button
        variant="danger"
        className="self-start"
        icon={<LogOut aria-hidden="true" className="size-5 shrink-0" />}
        onClick={() => setAsking(true)}
      >
        {t('settings.sign_out_elsewhere')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('settings.elsewhere_ask')}
        confirm={t('settings.sign_out_elsewhere')}
        act={end}
      >
        <p>{t('settings.elsewhere_told')}</p>
      </ConfirmDialog>
    </>
  )
}
