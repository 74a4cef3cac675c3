/** What an expert's application may become; the buttons and the policy both read it. Free of schemas: the web carries it. */
export const approvalActions = {
  waiting: ['approve', 'decline'],
  approved: ['decline'],
  declined: ['approve'],
} as const
export type ApprovalStatus = keyof typeof approvalActions
export type ApprovalAction = (typeof approvalActions)[ApprovalStatus][number]
