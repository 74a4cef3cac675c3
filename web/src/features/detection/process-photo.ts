import type { Analysis } from '@kutu/contract/detection'
import type { QueryClient } from '@tanstack/react-query'
import { canAnswerNow, diagnoseHere, diagnosePlantHere } from '../../vision/on-device.ts'
import { answerOf, answerOfPlant } from './device-answer.ts'
import { isFinal, sendItem, settleItem } from './file-analysis.ts'
import { changeItem, removeItem } from './outbox.ts'
import type { DeviceAnswer, OutboxItem } from './outbox-item.ts'

/** One photo, or several of one plant, and what is known so far; the record, once there, is the answer that counts. */
export type Answered = { item: OutboxItem; record: Analysis | null; refusal: string | null }

/**
 * - filed: the server has answered
 * - kept: this phone has answered, and the photo waits for the server
 * - no_leaf: this phone sees none, and the server could not be asked
 * - failed: the server refused it, or nobody could answer
 */
export type Outcome = { kind: 'filed' | 'kept' | 'no_leaf' | 'stopped' } | { kind: 'failed'; error: unknown }

type Asking = {
  client: QueryClient
  signal: AbortSignal
  onProgress: (share: number) => void
  /** Called again with all that is known whenever an answer comes, be it after the outcome. */
  onAnswered: (answered: Answered) => void
}

/** Asks this phone and the server at once. Neither waits for the other, and each answer is told as it comes. */
export async function processPhoto(
  item: OutboxItem,
  { client, signal, onProgress, onAnswered }: Asking,
): Promise<Outcome> {
  let answered: Answered = { item, record: null, refusal: null }
  const learn = (more: Partial<Answered>) => {
    answered = { ...answered, ...more }
    const isAnswer = answered.record !== null || answered.item.answer !== null
    if (isAnswer && !signal.aborted) onAnswered(answered)
  }
  const here = askHere(item).then(answer => {
    if (hasAnswer(answer)) learn({ item: { ...item, answer } })
    return answer
  })
  try {
    const record = await sendItem(client, item, { signal, onProgress })
    learn({ record })
    void here.then(() => settleItem(answered.item, record))
    return { kind: 'filed' }
  } catch (error) {
    if (signal.aborted) return forget(item, { kind: 'stopped' })
    if (!isFinal(error)) return keep(item, await here, error)
    learn({ refusal: error.message })
    return forget(item, { kind: 'failed', error })
  }
}

/** What this phone says; no_leaf when it sees none, and null when it cannot say. */
type Here = DeviceAnswer | 'no_leaf' | null
const hasAnswer = (here: Here): here is DeviceAnswer => here !== null && here !== 'no_leaf'

async function askHere(item: OutboxItem): Promise<Here> {
  // Whatever ails this phone, the server may still answer.
  if (!(await canAnswerNow().catch(() => false))) return null
  const answer = await diagnose(item).catch(() => 'unable' as const)
  if (answer === 'unable') return null
  if (answer !== null) await changeItem(item.key, { answer }).catch(() => false)
  return answer ?? 'no_leaf'
}

async function diagnose({ photos: [first, ...others] }: OutboxItem): Promise<DeviceAnswer | null> {
  if (others.length === 0) return answerOf(await diagnoseHere(first.photo))
  return answerOfPlant(await diagnosePlantHere([first, ...others].map(({ photo }) => photo)))
}

/** What this phone could answer waits for the server, if there is room for it; anything else stays in the form. */
async function keep(item: OutboxItem, here: Here, error: unknown): Promise<Outcome> {
  const isKept = hasAnswer(here) && (await changeItem(item.key, { state: { kind: 'waiting' } }).catch(() => false))
  if (isKept) return { kind: 'kept' }
  return forget(item, here === 'no_leaf' ? { kind: 'no_leaf' } : { kind: 'failed', error })
}

async function forget({ key }: OutboxItem, outcome: Outcome): Promise<Outcome> {
  await removeItem(key).catch(() => undefined)
  return outcome
}
