import { notificationType } from '@kutu/contract/notifications'
import { describe, expect, it } from 'vitest'
import { pathOf, signs } from './notification-look.ts'

const about = (type: 'post' | 'analysis' | 'booking', role: 'farmer' | 'expert' | 'admin') =>
  pathOf({ id: '1', type: 'post_approved', message: '', date: '', read: false, subject: { type, id: '7' } }, role)

describe('a notification', () => {
  it('leads a farmer to the post and an expert to its comments', () => {
    expect(about('post', 'farmer')).toBe('/account/addresses/community-posts/7')
    expect(about('post', 'expert')).toBe('/account/addresses/7')
  })

  it('leads a farmer to the answer of an analysis', () => {
    expect(about('analysis', 'farmer')).toBe('/account/addresses/image-analysis/7')
  })

  it('leads a farmer to the booking', () => {
    expect(about('booking', 'farmer')).toBe('/account/addresses/my-bookings/7')
  })

  it('leads nobody to a screen that is not theirs', () => {
    expect(about('post', 'admin')).toBeNull()
    expect(about('analysis', 'expert')).toBeNull()
    expect(
      pathOf({ id: '1', type: 'image_analysis', message: '', date: '', read: true, subject: null }, 'farmer'),
    ).toBe(null)
  })

  it('has a sign for every type there is', () => {
    expect(Object.keys(signs).sort()).toEqual([...notificationType.options].sort())
  })
})
