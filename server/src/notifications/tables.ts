import type { NotificationType } from '@kutu/contract/notifications'
import type { ColumnType, Generated } from 'kysely'

export type NotificationsTables = {
  notifications: {
    id: Generated<string>
    user_id: string
    type: NotificationType
    details: ColumnType<Record<string, string | number>, string, never>
    subject_type: 'post' | 'booking' | 'training_session' | 'analysis' | null
    subject_id: string | null
    cause_id: string
    created_at: Date
    read_at: Date | null
  }
}
