import { getErrorMessage } from '../../api/errors.ts'
import { type SuccessMessage, showError } from './toasts.ts'

/**
 * Runs a request for each item, one after the other. If some fail, each of their messages is shown once, and the rest
 * count as a success.
 * @param describe returns the message for the items that succeeded
 * @throws the first error if all items failed
 */
export async function runForEach<Item>(
  items: readonly Item[],
  request: (item: Item) => Promise<unknown>,
  describe: (done: readonly Item[]) => SuccessMessage,
): Promise<SuccessMessage> {
  const done: Item[] = []
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await request(item)
      done.push(item)
    } catch (error) {
      errors.push(error)
    }
  }
  if (done.length === 0 && errors.length > 0) throw errors[0]
  for (const message of new Set(errors.map(getErrorMessage))) showError(message)
  return describe(done)
}
