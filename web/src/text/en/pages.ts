export const pages = {
  'not_found.title': 'This page does not exist',
  'not_found.message': 'The address may be mistyped, or the page has moved.',
} as const
