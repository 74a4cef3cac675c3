/** Allowed actions on an expert's application, for the policy and the buttons. No schemas here: the web bundles this file. */
export const approvalActions = {
  waiting: ['approve', 'decline'],
  approved: ['decline'],
  declined: ['approve'],
} as const
export type ApprovalStatus = keyof typeof approvalActions
export type ApprovalAction = (typeof approvalActions)[ApprovalStatus][number]
