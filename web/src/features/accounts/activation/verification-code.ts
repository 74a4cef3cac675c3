const storageKey = 'verificationCode'

/** The code that proved the e-mail goes with the visitor to the activation screen and is forgotten with the tab. */
export const storeVerificationCode = (code: string): void => sessionStorage.setItem(storageKey, code)
export const getVerificationCode = (): string => sessionStorage.getItem(storageKey) ?? ''
export const clearVerificationCode = (): void => sessionStorage.removeItem(storageKey)

/** A code as it stands in a link or letter: four digits, or nothing. */
export const parseVerificationCode = (text: string | null): string => (/^\d{4}$/.test(text ?? '') ? (text ?? '') : '')
