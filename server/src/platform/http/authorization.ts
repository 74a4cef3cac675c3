import type { Role } from '@kutu/contract/common'
import type { Access } from '@kutu/contract/endpoint'
import { apiError } from './api-error.ts'

/** The caller of a request, as its access token and the database say. */
export type Caller = {
  id: string
  role: Role
  username: string
  /** False for an expert whom no admin has approved yet; true for everybody else. */
  isApproved: boolean
  sessionId: string
}

/** Whether a caller may make a call: the one place where the contract's `who` becomes yes or no. */
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
