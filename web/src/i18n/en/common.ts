export const common = {
  'app.name': 'Kutu',
  'app.tagline': 'Detect Early . Act Fast . Grow Smart',
  'app.skip': 'Skip to the content',

  'action.cancel': 'Cancel',
  'action.close': 'Close',
  'action.retry': 'Try again',
  'action.search': 'Search',
  'action.sign_in': 'Sign in',

  'state.waiting': 'Loading…',
  'state.offline': 'You are offline. What you opened before can still be read.',
  'state.failed.title': 'This could not be loaded',
  'state.crashed.title': 'This page stopped working',
  'state.crashed.message': 'Your data is safe. Load the page again; if it happens once more, go back to the start.',
  'state.reload': 'Load the page again',
  'state.to_start': 'Go to the start',

  'notice.error': 'Error',
  'notice.success': 'Success',
  'notice.region': 'Messages',

  'error.offline': 'There is no connection. Check the network and try again.',
  'error.unreadable': 'The server gave an answer that could not be read. Try again in a moment.',
  'error.part_missing':
    'This could not be loaded. Try again; if it stays so, finish what you are typing and load the page again.',
  'error.session_ended': 'Your session has ended. Sign in again to go on.',
  'error.required': 'Fill in this field.',

  'menu.dashboard': 'Dashboard',
  'menu.terms': 'Terms and privacy',
  'menu.contact': 'Contact us',

  'language.label': 'Language',
  'language.en': 'English',
  'language.sw': 'Kiswahili',
  'language.lg': 'Luganda',
  'language.luganda_note': 'Luganda awaits review by a native reader.',

  'field.optional': 'optional',
  'field.choose': 'Choose',

  'password.show': 'Show password',
  'password.hide': 'Hide password',
} as const
