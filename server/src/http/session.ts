import type { Role } from '@kutu/contract/common'
import type { Who } from '@kutu/contract/endpoint'
import { refuse } from './errors.ts'

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
export function requireWho(who: Who, caller: Caller | undefined): void {
  if (who === 'anyone') return
  if (!caller) throw refuse('unauthenticated')
  if (who === 'user') return
  if (who === 'approved expert') {
    if (caller.role !== 'expert') throw refuse('forbidden')
    if (!caller.isApproved) throw refuse('approval_pending')
    return
  }
  if (who === 'farmer or expert') {
    if (caller.role === 'admin') throw refuse('forbidden')
    return
  }
  if (caller.role !== who) throw refuse('forbidden')
}
