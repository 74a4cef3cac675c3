import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { loadEnglish } from '../../testing/load-english.ts'
import { currentToasts, dismissToast, runNewestToastAction, showError, showSuccess, toastDurationMs } from './toasts.ts'

beforeAll(() => loadEnglish('common'))
afterEach(() => {
  for (const toast of currentToasts()) dismissToast(toast.id)
})
const getMessages = () => currentToasts().map(({ message }) => message)

describe('a toast', () => {
  it('is shown once when its message is repeated', () => {
    showSuccess('Saved')
    showSuccess('Saved')
    expect(getMessages()).toEqual(['Saved'])
  })

  it('of an error disappears with the next success', () => {
    showSuccess('Sent')
    showError('Lost')
    showError('Not a leaf')
    showSuccess('Saved')
    expect(getMessages()).toEqual(['Saved', 'Sent'])
  })

  it('is shown for ten seconds; of more than ten the oldest is removed', () => {
    for (let number = 1; number <= 12; number += 1) showSuccess(String(number))
    expect(getMessages()).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'])
    expect(toastDurationMs).toBe(10_000)
  })

  it('with an action is kept beside another with the same message', () => {
    showSuccess({ message: 'Flagged', action: { label: 'Undo', run: () => undefined } })
    showSuccess({ message: 'Flagged', action: { label: 'Undo', run: () => undefined } })
    expect(getMessages()).toEqual(['Flagged', 'Flagged'])
  })

  it('runs its action once, the newest first, and is dismissed', () => {
    const done: string[] = []
    showSuccess({ message: 'One', action: { label: 'Undo', run: () => done.push('one') } })
    showSuccess({ message: 'Two', action: { label: 'Undo', run: () => done.push('two') } })
    showError('Lost')
    for (let presses = 0; presses < 3; presses += 1) runNewestToastAction()
    expect(done).toEqual(['two', 'one'])
    expect(getMessages()).toEqual(['Lost'])
  })
})
