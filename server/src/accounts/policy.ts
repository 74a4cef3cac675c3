import { type Approval, type ApprovalMove, approvalMoves } from '@kutu/contract/approval'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  codeLife: 10 * minute,
  activationLife: 60 * minute,
  codeTries: 5,
  resetLife: hour,
  accessLife: 15 * minute,
  refreshLife: 30 * day,
  /** How long the answer to a refresh that came without a retry key may be lost and asked for again. */
  refreshGrace: 10_000,
  /** Wrong passwords in a row for one e-mail, from wherever they come. */
  failures: { most: 50, within: hour },
  /** After this, a sign-up whose e-mail nobody proved gives way to a new one. */
  unprovedLife: day,
  /** How long who asked to be deleted may still come back. */
  leavingTakes: 14 * day,
  /** Letters to one account, of codes and of reset links alike. The long window stops who would use the short one all day. */
  letters: [
    { most: 3, within: 15 * minute },
    { most: 10, within: day },
  ],
} as const

/** When the next letter may go out, given when the last day's went; undefined for now. */
export function nextLetterAt(sentAt: readonly Date[], now: Date): Date | undefined {
  const newestFirst = sentAt.map(date => date.getTime()).sort((a, b) => b - a)
  const waits = limits.letters.map(({ most, within }) => (newestFirst[most - 1] ?? -Infinity) + within)
  const next = Math.max(...waits)
  return next > now.getTime() ? new Date(next) : undefined
}

/** What an expert's application becomes, or undefined when it is already decided so. */
export function approvalAfter(approval: Approval, move: ApprovalMove): Approval | undefined {
  const moves: readonly ApprovalMove[] = approvalMoves[approval]
  if (!moves.includes(move)) return undefined
  return move === 'approve' ? 'approved' : 'declined'
}

type SecondUse = {
  usedAt: Date
  successorUsedAt: Date | null
  /** It came with the retry key of the first use, which a thief of the token alone does not have. */
  isSameTry: boolean
}

/** Whether a refresh token that comes a second time is a lost reply asked for again, not a stolen token. */
export function isLostReply({ usedAt, successorUsedAt, isSameTry }: SecondUse, now: Date): boolean {
  const isSoon = now.getTime() - usedAt.getTime() <= limits.refreshGrace
  return successorUsedAt === null && (isSameTry || isSoon)
}
