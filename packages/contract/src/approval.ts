/** What an expert's application may become; the buttons and the policy both read it. Free of schemas: the web carries it. */
export const approvalMoves = {
  waiting: ['approve', 'decline'],
  approved: ['decline'],
  declined: ['approve'],
} as const
export type Approval = keyof typeof approvalMoves
export type ApprovalMove = (typeof approvalMoves)[Approval][number]
