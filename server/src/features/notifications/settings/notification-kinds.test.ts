import { readFileSync } from 'node:fs'
import { channelsByKind, notificationKinds } from '@kutu/contract/notifications/notification-kinds'
import { expect, it } from 'vitest'

it('the decision page lists every notification kind with its channels', () => {
  const page = 'docs/decisions/0021-notifications-calendar-and-sms.md'
  const text = readFileSync(new URL(`../../../../../${page}`, import.meta.url), 'utf8')
  const rows = notificationKinds.map(kind => `| \`${kind}\` | ${channelsByKind[kind].join(', ')} |`)
  expect(
    rows.filter(row => !text.includes(row)),
    `add these rows to ${page}`,
  ).toEqual([])
})
