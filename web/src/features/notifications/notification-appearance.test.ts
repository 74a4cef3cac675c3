import { notificationKinds } from '@kutu/contract/notifications/notification-kinds'
import { notificationType } from '@kutu/contract/notifications/notifications'
import { describe, expect, it } from 'vitest'
import { getKindsForRole, getNotificationPath, notificationIcons } from './notification-appearance.ts'

const getPathFor = (type: 'post' | 'analysis' | 'booking' | 'warning', role: 'farmer' | 'expert' | 'admin') =>
  getNotificationPath(
    { id: '1', type: 'post_approved', message: '', date: '', read: false, subject: { type, id: '7' } },
    role,
  )

describe('a notification', () => {
  it('links a farmer to the post and an expert to its comments', () => {
    expect(getPathFor('post', 'farmer')).toBe('/account/addresses/community-posts/7')
    expect(getPathFor('post', 'expert')).toBe('/account/addresses/7')
  })

  it('links a farmer to the result of an analysis', () => {
    expect(getPathFor('analysis', 'farmer')).toBe('/account/addresses/image-analysis/7')
  })

  it('links a farmer to the booking', () => {
    expect(getPathFor('booking', 'farmer')).toBe('/account/addresses/my-bookings/7')
  })

  it('links a farmer to the steps of a warning, and an expert to its figures', () => {
    expect(getPathFor('warning', 'farmer')).toBe('/account/warnings/7')
    expect(getPathFor('warning', 'expert')).toBe('/account/disease-warnings/7')
  })

  it('links an admin to the experts and models that wait', () => {
    const pathFor = (type: 'expert_waiting' | 'model_waiting', role: 'expert' | 'admin') =>
      getNotificationPath({ id: '1', type, message: '', date: '', read: false, subject: null }, role)
    expect(pathFor('expert_waiting', 'admin')).toBe('/account/admin/experts')
    expect(pathFor('model_waiting', 'admin')).toBe('/account/admin/models')
    expect(pathFor('model_waiting', 'expert')).toBeNull()
  })

  it('links nobody to a screen of another role', () => {
    expect(getPathFor('post', 'admin')).toBeNull()
    expect(getPathFor('analysis', 'expert')).toBeNull()
    expect(
      getNotificationPath(
        { id: '1', type: 'image_analysis', message: '', date: '', read: true, subject: null },
        'farmer',
      ),
    ).toBe(null)
  })

  it('has a green icon for a good outcome and a red one for a bad outcome', () => {
    const good = notificationType.options.filter(type => /_(approved|endorsed|answered|kept|ready)$/.test(type))
    const bad = notificationType.options.filter(type =>
      /_(rejected|cancelled|closed|expired|flagged|hidden|unanswered)$/.test(type),
    )
    expect(good.length + bad.length).toBeGreaterThan(10)
    expect(good.filter(type => notificationIcons[type].iconClass !== 'text-leaf-ink')).toEqual([])
    expect(bad.filter(type => notificationIcons[type].iconClass !== 'text-rust-ink')).toEqual([])
  })
})

it('every notification kind is in the settings of at least one role', () => {
  const listed = new Set((['farmer', 'expert', 'admin'] as const).flatMap(role => getKindsForRole(role)))
  const missing = notificationKinds.filter(kind => !listed.has(kind))
  expect(missing, 'add them to kindsByRole in notification-appearance.ts').toEqual([])
})
