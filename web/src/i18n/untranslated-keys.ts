/** Names and figures that read the same in English as in another language. Everything else must be translated. */
export const untranslatedKeys: ReadonlySet<string> = new Set([
  'app.name',
  'language.en',
  'language.sw',
  'language.lg',
  'moderation.because',
  'notifications.text',
  'my_bookings.whatsapp',
])
