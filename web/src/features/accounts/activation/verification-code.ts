const storageKey = 'verificationCode'

/** Keeps the verified code for the activation screen, until the tab is closed. */
export const storeVerificationCode = (code: string): void => sessionStorage.setItem(storageKey, code)
export const getVerificationCode = (): string => sessionStorage.getItem(storageKey) ?? ''
export const clearVerificationCode = (): void => sessionStorage.removeItem(storageKey)

/** Returns the four-digit code of a link, or an empty string. */
export const parseVerificationCode = (text: string | null): string => (/^\d{4}$/.test(text ?? '') ? (text ?? '') : '')
