export const common = {
  'app.name': 'Kutu',
  'app.tagline': 'Detect Early . Act Fast . Grow Smart',
  'app.check_leaf': 'Check a leaf now',
  'app.check_leaf_note': 'No account needed',
  'app.skip': 'Skip to the content',

  'action.cancel': 'Cancel',
  'action.close': 'Close',
  'action.retry': 'Try again',
  'action.search': 'Search',
  'action.sign_in': 'Sign in',
  'action.continue': 'Continue',
  'action.undo': 'Undo',

  'state.waiting': 'Loading…',
  'state.offline': 'You are offline. Pages you opened before still work.',
  'state.needs_network': 'Kept for when you have network.',
  'state.failed.title': 'This did not load',
  'state.crashed.title': 'This page stopped working',
  'state.crashed.message': 'Your data is safe. Reload the page, or go back to the start.',
  'state.reload': 'Reload the page',
  'state.to_start': 'Go to the start',

  'notice.error': 'Error',
  'notice.success': 'Success',
  'notice.info': 'Note',
  'notice.region': 'Messages',

  'error.offline': 'There is no connection. Check the network and try again.',
  'error.unreadable': 'Something went wrong. Please try again in a moment.',
  'error.part_missing': 'This did not load. Try again, or reload the page.',
  'error.session_ended': 'You have been signed out. Sign in again to continue.',
  'error.required': 'Fill in this field.',

  'menu.dashboard': 'Dashboard',
  'menu.terms': 'Terms and privacy',
  'menu.contact': 'Contact Us',

  'language.label': 'Language',
  'language.en': 'English',
  'language.sw': 'Kiswahili',
  'language.lg': 'Luganda',
  'language.luganda_note': 'Luganda has not yet been checked by a native speaker.',

  'field.optional': 'optional',
  'field.choose': 'Choose',

  'password.show': 'Show password',
  'password.hide': 'Hide password',
} as const
