import { afterEach, describe, expect, it } from 'vitest'
import {
  currentToasts,
  dismissToast,
  flushToasts,
  runNewestToastAction,
  showError,
  showSuccess,
  toastDurationMs,
} from './toasts.ts'

afterEach(() => {
  for (const toast of currentToasts()) dismissToast(toast.id)
})
const getMessages = () => currentToasts().map(({ message }) => message)

describe('a toast', () => {
  it('is shown once when its message is repeated', () => {
    showSuccess('Success', 'Saved')
    showError('Error', 'Lost')
    showSuccess('Success', 'Saved')
    expect(getMessages()).toEqual(['Saved', 'Lost'])
  })

  it('is shown for ten seconds; of more than ten the oldest is removed', () => {
    for (let number = 1; number <= 12; number += 1) showSuccess('Success', String(number))
    expect(getMessages()).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3'])
    expect(toastDurationMs).toBe(10_000)
  })

  it('with an action is kept beside another with the same message', () => {
    showSuccess('Success', 'Flagged', { label: 'Undo', run: () => undefined })
    showSuccess('Success', 'Flagged', { label: 'Undo', run: () => undefined })
    expect(getMessages()).toEqual(['Flagged', 'Flagged'])
  })

  it('runs its action once, the newest first, and is dismissed', () => {
    const done: string[] = []
    showSuccess('Success', 'One', { label: 'Undo', run: () => done.push('one') })
    showSuccess('Success', 'Two', { label: 'Undo', run: () => done.push('two') })
    showError('Error', 'Lost')
    for (let presses = 0; presses < 3; presses += 1) runNewestToastAction()
    expect(done).toEqual(['two', 'one'])
    expect(getMessages()).toEqual(['Lost'])
  })

  it('runs its deferred effect when it times out, is evicted, or the user signs out', async () => {
    const done: string[] = []
    const showDeferred = (name: string) =>
      showSuccess('Soon', name, {
        label: 'Undo',
        run: () => undefined,
        onDismiss: async () => {
          done.push(name)
        },
      })
    dismissToast(showDeferred('over'))
    showDeferred('crowded out')
    for (let others = 0; others < 10; others += 1) showError('Error', `Lost ${others}`)
    expect(done).toEqual(['over', 'crowded out'])
    showDeferred('left')
    await flushToasts()
    await flushToasts()
    expect(done).toEqual(['over', 'crowded out', 'left'])
  })

  it('does not run its deferred effect after its action was taken', () => {
    const done: string[] = []
    const id = showSuccess('Soon', 'Approved', {
      label: 'Undo',
      run: () => done.push('undone'),
      onDismiss: async () => {
        done.push('done')
      },
    })
    runNewestToastAction()
    dismissToast(id)
    expect(done).toEqual(['undone'])
  })
})
