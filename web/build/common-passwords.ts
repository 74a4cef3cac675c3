// By path: what builds the app is loaded by Node, which reads the TypeScript of a package only from within.

import { dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'
import { commonPasswordCount } from '../../packages/contract/src/accounts/password-strength.ts'

const name = 'virtual:common-passwords'

/** Offers the commonest passwords, the same that the server refuses, as a module of one string. */
export function commonPasswords(): Plugin {
  return {
    name: 'kutu-common-passwords',
    resolveId: id => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      const words = dictionary['passwords-common'].slice(0, commonPasswordCount)
      return `export const words = ${JSON.stringify(words.join('\n'))}`
    },
  }
}
