export const dashboard = {
  'dashboard.farmer_title': 'Farmer Dashboard',
} as const
