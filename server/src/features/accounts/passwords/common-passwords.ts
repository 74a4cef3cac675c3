import { commonPasswordCount } from '@kutu/contract/accounts/password-strength'
import { dictionary } from '@zxcvbn-ts/language-common'

const commonPasswords = new Set(dictionary['passwords-common'].slice(0, commonPasswordCount))

/** The dictionary is in lower case and the commonest come first. */
export const isCommonPassword = (lowerCase: string): boolean => commonPasswords.has(lowerCase)
