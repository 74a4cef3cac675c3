import type {
  NotificationChannel,
  NotificationKind,
  NotificationType,
} from '@kutu/contract/notifications/notification-kinds'
import type { ColumnType, Generated } from 'kysely'
import type { MessageValues } from '../../platform/i18n/translate.ts'

export type NotificationsTables = {
  notifications: {
    id: Generated<string>
    user_id: string
    type: NotificationType
    details: ColumnType<MessageValues, string, never>
    subject_type: 'post' | 'booking' | 'training_session' | 'analysis' | 'warning' | null
    subject_id: string | null
    cause_id: string
    created_at: Date
    read_at: Date | null
  }
  notification_choices: {
    user_id: string
    kind: NotificationKind
    channel: NotificationChannel
    is_on: boolean
  }
  push_subscriptions: {
    id: Generated<string>
    user_id: string
    session_id: string
    endpoint: string
    p256dh: string
    auth: string
    created_at: Date
  }
  shared_keys: {
    name: string
    value: ColumnType<unknown, string, never>
    created_at: Date
  }
}
