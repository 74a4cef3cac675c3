/** Keys whose message is the same in English and in another language, such as names. All others must be translated. */
export const untranslatedKeys: ReadonlySet<string> = new Set([
  'app.name',
  'language.en',
  'language.sw',
  'language.lg',
  'moderation.because',
  'notifications.text',
  'book.meeting.whatsapp',
  'book.meeting.whatsapp',
  'past_analysis.title',
  // Two numbers and a dash.
  'map.bounds',
  // The names of laws.
  'privacy.rights.law',
])
