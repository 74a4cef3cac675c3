import type { PrivacyNotice as Notice } from '@kutu/contract/privacy'
import { type RetentionPeriod, retentionDays } from '@kutu/contract/retention'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../api/api-query.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'

const dataKinds = [
  'account',
  'profile',
  'person',
  'photos',
  'training',
  'community',
  'bookings',
  'notifications',
  'security',
] as const
const deviceKinds = ['cookie', 'session', 'photos', 'waiting', 'offline'] as const
const services = ['email', 'sms', 'objectStorage'] as const
const periods = Object.keys(retentionDays) as RetentionPeriod[]

/** Says who is responsible, what is stored, who receives it, for how long, and which rights people have. */
export function PrivacyNotice() {
  const { t } = useTranslation()
  const { data: notice } = useNotice()
  const days = (count: number) => t('privacy.keep.days', { count })
  return (
    <div id="privacy" className="flex flex-col gap-6">
      <Section id="controller" title={t('privacy.controller.title')}>
        <Operator />
      </Section>
      <Section id="data" title={t('privacy.data.title')}>
        <Lines lines={dataKinds.map(kind => t(`privacy.data.${kind}`))} />
      </Section>
      <Section id="recipients" title={t('privacy.recipients.title')}>
        <Lines
          lines={[
            t('privacy.recipients.members'),
            t('privacy.recipients.experts'),
            t('privacy.recipients.everybody'),
            t('privacy.recipients.push'),
            ...(notice ? [t(`privacy.experts.${notice.experts_are_checked ? 'checked' : 'unchecked'}`)] : []),
            ...(notice ? listRecipients(notice, t) : []),
          ]}
        />
      </Section>
      <Section id="retention" title={t('privacy.keep.title')}>
        <Lines lines={[t('privacy.keep.account'), t('privacy.keep.content'), t('privacy.keep.log')]} />
        <table className="border-collapse text-left">
          <tbody>
            {periods.map(period => (
              <Row key={period} name={t(`privacy.keep.${period}`)} value={days(retentionDays[period])} />
            ))}
            {notice && (
              <Row
                name={t('privacy.keep.backups')}
                value={notice.backup_days === null ? t('privacy.keep.backups_unknown') : days(notice.backup_days)}
              />
            )}
          </tbody>
        </table>
      </Section>
      <Section id="rights" title={t('privacy.rights.title')}>
        <Lines
          lines={[
            t('privacy.rights.correct'),
            t('privacy.rights.copy'),
            t('privacy.rights.delete'),
            ...(notice?.controller?.contact ? [t('privacy.rights.contact')] : []),
            t('privacy.rights.complain'),
            t('privacy.rights.law'),
          ]}
        />
      </Section>
      <Section id="device" title={t('privacy.device.title')}>
        <Lines lines={deviceKinds.map(kind => t(`privacy.device.${kind}`))} />
      </Section>
    </div>
  )
}

/** Loads the part that depends on the installation. */
const useNotice = () => useQuery(apiQuery(['privacy'], 'GET /api/privacy/'))

function Operator() {
  const { t } = useTranslation()
  return (
    <Loaded query={useNotice()} skeleton={<Skeleton className="h-12" />}>
      {({ controller }) => (
        <Lines
          lines={
            controller
              ? [
                  t('privacy.controller.name', { name: controller.name }),
                  ...(controller.address === null
                    ? []
                    : [t('privacy.controller.address', { address: controller.address })]),
                  ...(controller.contact === null
                    ? []
                    : [t('privacy.controller.contact', { contact: controller.contact })]),
                ]
              : [t('privacy.controller.unnamed'), t('privacy.controller.advice')]
          }
        />
      )}
    </Loaded>
  )
}

function listRecipients({ hosting, recipients }: Notice, t: ReturnType<typeof useTranslation>['t']): string[] {
  return [
    hosting === null ? t('privacy.recipients.hosting_unnamed') : t('privacy.recipients.hosting', { hosting }),
    ...services.filter(service => recipients[service]).map(service => t(`privacy.recipients.${service}`)),
  ]
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="flex max-w-prose flex-col gap-2">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {lines.map(line => (
        <li key={line} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  )
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pr-4 font-normal">
        {name}
      </th>
      <td className="py-2 font-bold">{value}</td>
    </tr>
  )
}
