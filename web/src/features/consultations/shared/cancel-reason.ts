export const maxReasonLength = 500
