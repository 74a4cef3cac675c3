import {
  commonPasswordCount,
  isStrongEnough,
  type PasswordLevel,
  passwordLevel,
} from '@kutu/contract/accounts/password-strength'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { dictionary } from '@zxcvbn-ts/language-common'
import { type ApiError, apiError, fieldError } from '../../../platform/http/api-error.ts'
import { contextWords } from './context-words.ts'
import { normalizePassword } from './password-hashing.ts'

/** The facts that an attacker may know about the owner of a password. */
export type PasswordOwner = { username: string; email: string; phone_number: string | null }

/** Message values for a password that is not accepted. */
export type Weakness = { strength: PasswordLevel | 'guessable' }

/** Lowest score of zxcvbn that is accepted: about 10^8 guesses, "safely unguessable". */
const minScore = 3

/** Characters that must remain when the words of the product and of the owner are left out. */
const minOwnCharacters = 8

/** Shorter parts of a name or an email address are not looked for. */
const minWordLength = 3

let pendingEstimator: Promise<ZxcvbnFactory> | undefined

/** Loads the dictionaries on first use: they take about 70 MB and half a second. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  pendingEstimator ??= createEstimator()
  return pendingEstimator
}

async function createEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // The cost grows fast with both. With these, the worst password takes 50 ms, about as long as its hash. Characters
    // after the 32nd do not count.
    maxLength: 32,
    l33tMaxSubstitutions: 10,
  })
}

/**
 * Returns the message values for a password that is not accepted, or undefined if it is strong enough. The levels are
 * those of the specification; zxcvbn (Wheeler 2016) then rejects what satisfies them and is still easy to guess.
 */
export async function checkPasswordStrength(password: string, owner?: PasswordOwner): Promise<Weakness | undefined> {
  const level = passwordLevel(password, { isCommon: isCommonPassword })
  if (!isStrongEnough(level)) return { strength: level }
  return (await isGuessable(normalizePassword(password), owner)) ? { strength: 'guessable' } : undefined
}

async function isGuessable(password: string, owner?: PasswordOwner): Promise<boolean> {
  const words = [...contextWords, ...(owner ? ownerWords(owner) : [])]
  if (countCharactersWithout(words, password) < minOwnCharacters) return true
  const estimator = await loadEstimator()
  const { score, sequence } = estimator.check(password, words)
  // Eight random characters score 2, but are what the specification calls medium: zxcvbn finds no pattern in them.
  const hasPattern = sequence.some(({ pattern }) => pattern !== 'bruteforce')
  return score < minScore && hasPattern
}

/** Returns the names of the owner, whole and in parts, in lower case. */
function ownerWords({ username, email, phone_number }: PasswordOwner): string[] {
  const names = [username, email, ...username.split(/[^\p{L}\p{N}]+/u), ...email.split(/[^\p{L}\p{N}]+/u)]
  const withoutDigits = names.map(name => name.replace(/\p{N}+$/u, ''))
  const phone = phone_number === null ? [] : [phone_number, phone_number.slice(-9), `0${phone_number.slice(-9)}`]
  const words = [...names, ...withoutDigits, ...phone].map(word => word.normalize('NFKC').toLowerCase())
  return [...new Set(words)].filter(word => word.length >= minWordLength)
}

/** Counts the characters of a password outside all occurrences of the words, in any letter case and with look-alikes. */
function countCharactersWithout(words: readonly string[], password: string): number {
  const longestFirst = [...words].sort((a, b) => b.length - a.length).map(replaceLookAlikes)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, '\0'), replaceLookAlikes(password))
  return [...rest.replaceAll('\0', '')].length
}

const lookAlikes: Readonly<Record<string, string>> = {
  '@': 'a',
  4: 'a',
  3: 'e',
  1: 'i',
  '!': 'i',
  0: 'o',
  $: 's',
  5: 's',
}

const replaceLookAlikes = (text: string) =>
  text.toLowerCase().replace(/[@431!0$5]/g, character => lookAlikes[character] ?? character)

/** Checks a new password and its confirmation. @throws weak_password, validation_failed (mismatch) */
export async function assertValidNewPassword(
  fields: { password: string; confirmation: string },
  input: { password: string; confirmation: string },
  owner: PasswordOwner | undefined,
): Promise<void> {
  const weakness = await checkPasswordStrength(input.password, owner)
  if (weakness) throw weakPasswordError(fields.password, weakness)
  if (input.password !== input.confirmation) throw fieldError(fields.confirmation, 'field.mismatch')
}

const weakPasswordError = (field: string, values: Weakness): ApiError =>
  apiError('weak_password', { values, fields: [{ field, key: 'field.password', values }] })

const commonPasswords = new Set(dictionary['passwords-common'].slice(0, commonPasswordCount))

/** Returns true for one of the most common passwords. The dictionary is in lower case, sorted by frequency. */
const isCommonPassword = (lowerCase: string): boolean => commonPasswords.has(lowerCase)
