export const trial = {
  'trial.title': 'Check a leaf',
  'trial.lead': 'Free, without an account. Your photo stays on this phone.',
  'trial.waiting': 'The answer comes when the download is done.',
  'trial.unable': 'This phone could not check the photo. Please try again.',
  'trial.offline': 'There is no network. Kutu needs it once, the first time.',
  'trial.learn': 'Look at leaf diseases in the field guide',
  'trial.save': 'Save this answer',
  'trial.save_note': 'Make a free account. The photo and the answer go there.',
  'trial.save_failed': 'This phone has no room to save the answer.',

  'saved.title': 'Is this leaf yours?',
  'saved.lead': 'Somebody saved an answer here before you signed in.',
  'saved.photo': 'The saved photo',
  'saved.yes': 'Yes, add it to my history',
  'saved.no': 'No, delete it',
  'saved.done': 'The leaf you saved goes to your history',
} as const
