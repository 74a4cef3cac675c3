export const accounts = {
  'login.title': 'Sign in',
} as const
