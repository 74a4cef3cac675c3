import { type AnswerRule, answerTo } from './answer.ts'
import type { BaseStatistics } from './base-statistics.ts'
import type { Head } from './head.ts'
import { type JudgedClass, judgedClasses } from './scores.ts'

/** Photos right of so many. */
export type Count = { right: number; photos: number }
export type Compared = { before: Count; after: Count }

/** A group of validation photos: one class, of all crops (`crop` null) or of one. */
export type GroupFigures = Compared & { class: JudgedClass; crop: string | null }

export type GateFigures = {
  /** All validation photos. */
  validation: Compared
  /** Those of the validation photos that are answered with confidence. */
  confident: Compared
  groups: GroupFigures[]
  heldBack: Compared
}

/** Why a head is not promoted; the server says it in words. */
export type GateReason =
  | ({ word: 'class_recall_lost' } & Lost)
  | ({ word: 'confident_answers_worse' } & Compared)
  | ({ word: 'held_back_worse' } & Compared)
  | { word: 'nothing_changed' }

/** `than` is whose recall was better: a drift from the shipped head is stopped too, however small its steps. */
export type Lost = GroupFigures & { than: 'active' | 'shipped' }

export type GateVerdict = { isPromoted: boolean; reasons: GateReason[]; figures: GateFigures }

export type HeldBackImage = { embedding: Float32Array; label: JudgedClass }

/** A class may lose one point of its recall, or one photo where fewer than a hundred show it. */
const mostLost = 0.01

/**
 * Whether a new head may take the place of the active one: no class of the validation photos, over all crops and within
 * each, loses more than a point of recall against it or against the shipped head, confident answers stay as right, and the
 * held-back images of experts are answered no worse. One that is the active head once more is no new one. An answer is the
 * one a farmer would get, the leaf check included.
 */
export function gate(
  base: BaseStatistics,
  card: AnswerRule,
  activeHead: Head,
  newHead: Head,
  heldBack: HeldBackImage[],
  shippedHead: Head = activeHead,
): GateVerdict {
  const photos = validationAnswers(base, card, activeHead, newHead)
  const held = heldBack.map(({ embedding, label }) => judged(embedding, label, '', card, activeHead, newHead))
  const figures: GateFigures = {
    validation: compare(photos),
    confident: {
      before: rightOf(photos.filter(({ before }) => before.isConfident).map(({ before }) => before.isRight)),
      after: rightOf(photos.filter(({ after }) => after.isConfident).map(({ after }) => after.isRight)),
    },
    groups: groupsOf(photos),
    heldBack: compare(held),
  }
  const reasons = reasonsOf(figures, recallLost(base, card, shippedHead, newHead))
  if (reasons.length === 0 && isSameHead(activeHead, newHead)) reasons.push({ word: 'nothing_changed' })
  return { isPromoted: reasons.length === 0, reasons, figures }
}

/** The groups of validation photos that a new head answers worse than another, by more than may be. */
function recallLost(base: BaseStatistics, card: AnswerRule, than: Head, newHead: Head): GroupFigures[] {
  return groupsOf(validationAnswers(base, card, than, newHead)).filter(isLost)
}

/** Whether a head is as good as another on the validation photos: by the gate, and for each crop all classes together. */
export function forgetsNothing(base: BaseStatistics, card: AnswerRule, than: Head, newHead: Head): boolean {
  const photos = validationAnswers(base, card, than, newHead)
  const crops = [...new Set(photos.map(({ crop }) => crop))]
  const isEveryCropKept = crops.every(name => !isLost(compare(photos.filter(({ crop }) => crop === name))))
  return isEveryCropKept && (isSameHead(than, newHead) || gate(base, card, than, newHead, []).isPromoted)
}

const isSameHead = (one: Head, other: Head): boolean =>
  one.weights.every((weight, i) => weight === other.weights[i]) &&
  one.biases.every((bias, i) => bias === other.biases[i])

const isLost = ({ before, after }: Compared) => before.right - after.right > Math.max(1, before.photos * mostLost)

type Answer = { isRight: boolean; isConfident: boolean }
type Judged = { truth: JudgedClass; crop: string; before: Answer; after: Answer }

function validationAnswers({ validation, embeddingSize }: BaseStatistics, card: AnswerRule, old: Head, next: Head) {
  return validation.photos.map(({ truth, crop }, i) => {
    const embedding = validation.embeddings.subarray(i * embeddingSize, (i + 1) * embeddingSize)
    return judged(embedding, truth, crop, card, old, next)
  })
}

function judged(
  embedding: Float32Array,
  truth: JudgedClass,
  crop: string,
  card: AnswerRule,
  oldHead: Head,
  newHead: Head,
): Judged {
  const answer = (head: Head): Answer => {
    const detection = answerTo(embedding, head, card)
    return {
      isRight: (detection.isLeaf ? detection.rustClass : 'not_leaf') === truth,
      isConfident: detection.isLeaf && detection.verdict === 'confident',
    }
  }
  return { truth, crop, before: answer(oldHead), after: answer(newHead) }
}

function groupsOf(photos: Judged[]): GroupFigures[] {
  const crops = [...new Set(photos.map(({ crop }) => crop))].sort()
  return judgedClasses.flatMap(name => {
    const ofClass = photos.filter(({ truth }) => truth === name)
    const groups = [null, ...crops].map(crop => {
      const group = ofClass.filter(photo => crop === null || photo.crop === crop)
      return { class: name, crop, ...compare(group) }
    })
    return groups.filter(({ before }) => before.photos > 0)
  })
}

function compare(photos: Judged[]): Compared {
  return {
    before: rightOf(photos.map(({ before }) => before.isRight)),
    after: rightOf(photos.map(({ after }) => after.isRight)),
  }
}

const rightOf = (answers: boolean[]): Count => ({ right: answers.filter(Boolean).length, photos: answers.length })

function reasonsOf({ groups, confident, heldBack }: GateFigures, drifted: GroupFigures[]): GateReason[] {
  const lost = groups.filter(isLost).map((group): Lost => ({ ...group, than: 'active' }))
  const isNamed = (group: GroupFigures) =>
    lost.some(({ class: name, crop }) => name === group.class && crop === group.crop)
  for (const group of drifted) if (!isNamed(group)) lost.push({ ...group, than: 'shipped' })
  const reasons: GateReason[] = lost.map(group => ({ word: 'class_recall_lost', ...group }))
  if (shareOf(confident.before) - shareOf(confident.after) > mostLost + 1e-9)
    reasons.push({ word: 'confident_answers_worse', ...confident })
  if (heldBack.after.right < heldBack.before.right) reasons.push({ word: 'held_back_worse', ...heldBack })
  return reasons
}

const shareOf = ({ right, photos }: Count) => (photos === 0 ? 1 : right / photos)
