import { useState } from 'react'
import { type SuccessMessage, showError, showSuccess } from './toasts.ts'

/**
 * Returns a function that does something for the user, and if it is running. A toast shows the message that `action`
 * returns, if any, or why it failed.
 */
export function useAction<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<SuccessMessage> | Promise<void>,
) {
  const [isBusy, setBusy] = useState(false)
  async function run(...args: Args): Promise<void> {
    setBusy(true)
    try {
      const success = await action(...args)
      if (success) showSuccess(success)
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  return { run, isBusy }
}
