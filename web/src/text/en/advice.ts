export const advice = {
  'learn.title': 'Education Resources',
} as const
