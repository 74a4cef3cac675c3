import { commonPasswordCount } from '@kutu/contract/accounts/password-strength'
import { dictionary } from '@zxcvbn-ts/language-common'

const commonPasswords = new Set(dictionary['passwords-common'].slice(0, commonPasswordCount))

/** Returns true for one of the most common passwords. The dictionary is in lower case, sorted by frequency. */
export const isCommonPassword = (lowerCase: string): boolean => commonPasswords.has(lowerCase)
