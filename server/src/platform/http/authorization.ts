import type { Role } from '@kutu/contract/common'
import type { Access } from '@kutu/contract/endpoint'
import { apiError } from './api-error.ts'

/** The authenticated user of a request. */
export type Caller = {
  id: string
  role: Role
  username: string
  /** False for an expert awaiting approval; true for everyone else. */
  isApproved: boolean
  sessionId: string
}

/**
 * Checks that the caller may call an endpoint: the only place that enforces the contract's `access`.
 * @throws ApiError unauthenticated, forbidden, approval_pending
 */
export function authorize(who: Access, caller: Caller | undefined): void {
  if (who === 'anyone') return
  if (!caller) throw apiError('unauthenticated')
  if (who === 'user') return
  if (who === 'approved expert') {
    if (caller.role !== 'expert') throw apiError('forbidden')
    if (!caller.isApproved) throw apiError('approval_pending')
    return
  }
  if (who === 'farmer or expert') {
    if (caller.role === 'admin') throw apiError('forbidden')
    return
  }
  if (caller.role !== who) throw apiError('forbidden')
}
