// Imported by path: Node runs the build and cannot resolve the TypeScript of a workspace package by name.

import { dictionary } from '@zxcvbn-ts/language-common'
import type { Plugin } from 'vite'
import { commonPasswordCount } from '../../packages/contract/src/accounts/password-strength.ts'

const name = 'virtual:common-passwords'

/** Provides the common passwords, the same list that the server rejects, as a module with one string. */
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
