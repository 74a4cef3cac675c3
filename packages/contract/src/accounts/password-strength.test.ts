import { describe, expect, it } from 'vitest'
import { isStrongEnough, type PasswordLevel, passwordLevel } from './password-strength.ts'

const common = new Set(['password1!', 'iloveyou', 'correct horse battery'])
const level = (password: string) => passwordLevel(password, { isCommon: word => common.has(word) })

describe('the strength of a password', () => {
  it.each<[string, PasswordLevel]>([
    ['', 'too_weak'],
    ['aB1!', 'too_weak'],
    ['abcdef', 'too_weak'],
    ['abcde1', 'weak'],
    ['abcdeF', 'weak'],
    ['ab!def', 'weak'],
    ['Abcde12', 'weak'],
    ['Abcdef12', 'weak'],
    ['Abcd12!', 'weak'],
    ['Abcde12!', 'medium'],
    ['Abcdef12!', 'medium'],
    ['Abcdefg12!', 'strong'],
    ['abcdefghijklmn', 'too_weak'],
  ])('of %o is %s', (password, expected) => {
    expect(level(password)).toBe(expected)
  })

  it('is at least medium from 15 characters on', () => {
    expect(level('nnyabo webale e')).toBe('medium')
    expect(level('ŋŋŋŋŋŋŋŋŋŋŋŋŋŋŋ')).toBe('medium')
    expect(level('😀'.repeat(14))).toBe('too_weak')
    expect(level('A long one with 1 symbol!')).toBe('strong')
  })

  it('is too weak for a common password in any letter case', () => {
    for (const password of ['iloveyou', 'ILoveYou', 'Password1!', 'Correct Horse Battery'])
      expect(level(password)).toBe('too_weak')
  })

  it('counts letters beyond English as letters', () => {
    expect(level('ŋŊéÉñÑ')).toBe('weak')
    expect(level('ŋŊéÉñÑ1!')).toBe('medium')
  })
})

it('an account may have a medium or strong password', () => {
  expect((['too_weak', 'weak', 'medium', 'strong'] as const).map(isStrongEnough)).toEqual([false, false, true, true])
})
