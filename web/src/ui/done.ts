import { say } from '../text/say.ts'
import { showSuccess, type ToastAction } from './toasts.ts'

/** What is said once something is done, with the way back where there is one. */
export type Done = string | { message: string; action: ToastAction }

export function showDone(done: Done): void {
  const { message, action } = typeof done === 'string' ? { message: done, action: undefined } : done
  showSuccess(say('notice.success'), message, action)
}
