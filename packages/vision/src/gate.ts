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
  | ({ word: 'class_recall_lost' } & GroupFigures)
  | ({ word: 'confident_answers_worse' } & Compared)
  | ({ word: 'held_back_worse' } & Compared)

export type GateVerdict = { isPromoted: boolean; reasons: GateReason[]; figures: GateFigures }

export type HeldBackImage = { embedding: Float32Array; label: JudgedClass }

/** A class may lose one point of its recall. */
export const mostLost = 0.01

/**
 * Whether a new head may take the place of the old one: no class of the validation photos, over all crops and within
 * each, loses more than a point of recall, confident answers stay as right, and the held-back images of experts are
 * answered no worse. An answer is the one a farmer would get, the leaf check included.
 * @param oldHead the active one
 */
export function gate(
  base: BaseStatistics,
  card: AnswerRule,
  oldHead: Head,
  newHead: Head,
  heldBack: HeldBackImage[],
): GateVerdict {
  const photos = validationAnswers(base, card, oldHead, newHead)
  const held = heldBack.map(({ embedding, label }) => judged(embedding, label, '', card, oldHead, newHead))
  const figures: GateFigures = {
    validation: compare(photos),
    confident: {
      before: rightOf(photos.filter(({ before }) => before.isConfident).map(({ before }) => before.isRight)),
      after: rightOf(photos.filter(({ after }) => after.isConfident).map(({ after }) => after.isRight)),
    },
    groups: groupsOf(photos),
    heldBack: compare(held),
  }
  const reasons = reasonsOf(figures)
  return { isPromoted: reasons.length === 0, reasons, figures }
}

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

function reasonsOf({ groups, confident, heldBack }: GateFigures): GateReason[] {
  const lost = groups.filter(group => shareOf(group.before) - shareOf(group.after) > mostLost + 1e-9)
  const reasons: GateReason[] = lost.map(group => ({ word: 'class_recall_lost', ...group }))
  if (shareOf(confident.before) - shareOf(confident.after) > mostLost + 1e-9)
    reasons.push({ word: 'confident_answers_worse', ...confident })
  if (heldBack.after.right < heldBack.before.right) reasons.push({ word: 'held_back_worse', ...heldBack })
  return reasons
}

const shareOf = ({ right, photos }: Count) => (photos === 0 ? 1 : right / photos)
