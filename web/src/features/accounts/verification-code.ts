const key = 'verificationCode'

/** The code that proved the e-mail goes with the visitor to the activation screen and is forgotten with the tab. */
export const keepVerificationCode = (code: string): void => sessionStorage.setItem(key, code)
export const keptVerificationCode = (): string => sessionStorage.getItem(key) ?? ''
export const forgetVerificationCode = (): void => sessionStorage.removeItem(key)

/** A code as it stands in a link or letter: four digits, or nothing. */
export const codeIn = (text: string | null): string => (/^\d{4}$/.test(text ?? '') ? (text ?? '') : '')
