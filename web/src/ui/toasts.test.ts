import { afterEach, describe, expect, it } from 'vitest'
import { currentToasts, removeToast, runNewestToastAction, showError, showSuccess } from './toasts.ts'

afterEach(() => {
  for (const toast of currentToasts()) removeToast(toast.id)
})
const messages = () => currentToasts().map(({ message }) => message)

describe('a notice', () => {
  it('said again stands once', () => {
    showSuccess('Success', 'Saved')
    showError('Error', 'Lost')
    showSuccess('Success', 'Saved')
    expect(messages()).toEqual(['Saved', 'Lost'])
  })

  it('with an action stands for its own thing, though another says the same', () => {
    showSuccess('Success', 'Flagged', { label: 'Undo', run: () => undefined })
    showSuccess('Success', 'Flagged', { label: 'Undo', run: () => undefined })
    expect(messages()).toEqual(['Flagged', 'Flagged'])
  })

  it('does its action once, the newest first, and goes', () => {
    const done: string[] = []
    showSuccess('Success', 'One', { label: 'Undo', run: () => done.push('one') })
    showSuccess('Success', 'Two', { label: 'Undo', run: () => done.push('two') })
    showError('Error', 'Lost')
    expect([runNewestToastAction(), runNewestToastAction(), runNewestToastAction()]).toEqual([true, true, false])
    expect(done).toEqual(['two', 'one'])
    expect(messages()).toEqual(['Lost'])
  })
})
