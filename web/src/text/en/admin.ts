export const admin = {
  'waiting_experts.title': 'Waiting experts',
} as const
