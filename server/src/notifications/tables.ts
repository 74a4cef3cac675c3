import type { NotificationType } from '@kutu/contract/notifications'
import type { ColumnType, Generated } from 'kysely'
import type { Values } from '../text/say.ts'

export type NotificationsTables = {
  notifications: {
    id: Generated<string>
    user_id: string
    type: NotificationType
    details: ColumnType<Values, string, never>
    subject_type: 'post' | 'booking' | 'training_session' | 'analysis' | null
    subject_id: string | null
    cause_id: string
    created_at: Date
    read_at: Date | null
  }
}
