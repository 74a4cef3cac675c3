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
export function authorize(access: Access, caller: Caller | undefined): void {
  if (access === 'anyone') return
  if (!caller) throw apiError('unauthenticated')
  if (access === 'user') return
  if (access === 'approved expert') {
    if (caller.role !== 'expert') throw apiError('forbidden')
    if (!caller.isApproved) throw apiError('approval_pending')
    return
  }
  if (access === 'farmer or expert') {
    if (caller.role === 'admin') throw apiError('forbidden')
    return
  }
  if (caller.role !== access) throw apiError('forbidden')
}
