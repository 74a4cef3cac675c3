import type { Role } from '@kutu/contract/common'

export type QuickLink = { path: string; targets: Record<Role, string> }

const settings = '/account/profile#summary'

/** Addresses of the specification that lead on: each role is sent to its own screen. */
export const quickLinks: readonly QuickLink[] = [
  { path: '/account/settings', targets: { farmer: settings, expert: settings, admin: settings } },
  {
    path: '/account/images/upload',
    targets: {
      farmer: '/account/addresses/image-analysis',
      expert: '/account/addresses/model-training',
      admin: '/account',
    },
  },
  {
    path: '/account/bookings',
    targets: { farmer: '/account/addresses/slots', expert: '/account/addresses/bookings', admin: '/account' },
  },
  {
    path: '/account/posts',
    targets: {
      farmer: '/account/addresses/community-posts#posts',
      expert: '/account/addresses/all-posts',
      admin: '/account/admin/flagged',
    },
  },
  {
    path: '/account/posts/create',
    targets: {
      farmer: '/account/addresses/community-posts',
      expert: '/account/addresses/all-posts',
      admin: '/account/admin/flagged',
    },
  },
]
