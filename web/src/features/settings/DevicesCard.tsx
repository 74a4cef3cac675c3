import type { Device } from '@kutu/contract/accounts/own-account'
import { useQuery } from '@tanstack/react-query'
import { Laptop, LogOut, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../ui/feedback/use-action.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Pagination } from '../../ui/layout/Pagination.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { devicesPageSize, devicesQuery, useSignOutDevice, useSignOutOtherDevices } from './queries.ts'

/** The devices where the account is signed in, with a button to sign each out. */
export function DevicesCard() {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  return (
    <Card title={t('settings.devices')}>
      <p className="text-muted">{t('settings.devices_lead')}</p>
      <Loaded query={useQuery(devicesQuery(page))} skeleton={<SkeletonList count={2} className="h-20 w-full" />}>
        {({ count, results }) => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {results.map(device => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
            <Pagination page={page} pageSize={devicesPageSize} count={count} onPageChange={setPage} />
            {count > 1 && <SignOutOtherDevices />}
          </>
        )}
      </Loaded>
    </Card>
  )
}

const mobileSystems = new Set(['Android', 'iPhone', 'iPad', 'KaiOS'])

function DeviceRow({ device }: { device: Device }) {
  const { t, dateTime } = useTranslation()
  const { mutateAsync } = useSignOutDevice()
  const { browser, system } = device
  const name = browser && system ? t('settings.device', { browser, system }) : (browser ?? system)
  const displayName = name ?? t('settings.device_unknown')
  const Icon = system !== null && mobileSystems.has(system) ? Smartphone : Laptop
  const signOut = useAction(async () => {
    await mutateAsync(device.id)
    return t('settings.signed_out', { device: displayName })
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <div className="flex min-w-0 grow basis-48 flex-col">
        <span className="font-bold">{displayName}</span>
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
          busy={signOut.isBusy}
          aria-label={t('settings.sign_out_of', { device: displayName })}
          onClick={() => signOut.run()}
        >
          {t('settings.sign_out_there')}
        </Button>
      )}
    </li>
  )
}

function SignOutOtherDevices() {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { mutateAsync } = useSignOutOtherDevices()
  async function signOut() {
    const { ended } = await mutateAsync()
    return t('settings.signed_out_elsewhere', { count: ended })
  }
  return (
    <>
      <Button variant="danger" className="self-start" icon={LogOut} onClick={() => setConfirming(true)}>
        {t('settings.sign_out_elsewhere')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('settings.elsewhere_ask')}
        confirmLabel={t('settings.sign_out_elsewhere')}
        onConfirm={signOut}
      >
        <p>{t('settings.elsewhere_told')}</p>
      </ConfirmDialog>
    </>
  )
}
