import { commonPasswordCount } from '@kutu/contract/password'
import { dictionary } from '@zxcvbn-ts/language-common'

const commonest = new Set(dictionary['passwords-common'].slice(0, commonPasswordCount))

/** The dictionary is in lower case and the commonest come first. */
export const isCommon = (lowerCase: string): boolean => commonest.has(lowerCase)
