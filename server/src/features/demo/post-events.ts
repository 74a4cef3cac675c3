import { findDiseaseCard } from '@kutu/advice/cards/all-cards'
import type { CropType } from '@kutu/contract/common'
import type { App } from '../../context.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import type { DemoCallers } from '../accounts/demo-farmers.ts'
import { decidePostFlag } from '../community/moderation/flag-decisions.ts'
import { moderatePost } from '../community/moderation/post-moderation.ts'
import { moderateResponse } from '../community/moderation/response-moderation.ts'
import { createPost, withdrawPost } from '../community/posts/posts.ts'
import { createResponse } from '../community/responses/responses.ts'
import { saveAnalysis } from '../detection/analyses/analyses.ts'
import { type DemoFate, type DemoPost, demoPosts } from './demo-posts.ts'
import type { Answers } from './outbreak-events.ts'
import { atTime, pick, type TimelineEvent } from './timeline.ts'

const hour = 60 * 60_000
const day = 24 * hour

/**
 * Returns the posts of the demonstration with what experts and other farmers do about them, as events before `now`. A post has a
 * photo of what it describes, where the model recognizes one.
 */
export function planPosts(
  callers: DemoCallers,
  now: Date,
  answersByCrop: ReadonlyMap<CropType, Answers>,
): TimelineEvent[] {
  return demoPosts.map((post, index) => ({
    at: new Date(now.getTime() - post.daysAgo * day),
    run: app => publish(app, callers, { post, index, answers: answersByCrop.get(post.crop_type), end: now }),
  }))
}

const classOfDisease = {
  common_rust: 'common_rust',
  leaf_blust: 'other_disease',
  gray_leaf_spot: 'other_disease',
  none: undefined,
} as const

type Publication = { post: DemoPost; index: number; answers: Answers | undefined; end: Date }

async function publish(app: App, callers: DemoCallers, { post, index, answers, end }: Publication): Promise<void> {
  const author = pick(callers.farmers, index * 5)
  const origin = app.config.publicUrl
  const { fate, daysAgo: _, shows = classOfDisease[post.disease_type], ...input } = post
  const card = shows === 'other_disease' ? findDiseaseCard(post.crop_type.toLowerCase(), post.disease_type) : undefined
  const ofClass = shows === undefined ? [] : (answers?.[shows] ?? [])
  const fitting = card ? ofClass.filter(({ finding }) => card.diseases.includes(finding.disease ?? '')) : ofClass
  const diagnosis = fitting[index % fitting.length]
  const analysis =
    diagnosis && (await saveAnalysis(app.db, app, author, { diagnosis, input: { crop_type: post.crop_type } }))
  const { id } = await createPost(app.db, app, author, { ...input, image: analysis, rust_detection: analysis }, origin)
  const createdAt = app.clock.now().getTime()
  // A later step of a young post must not lie in the future.
  const after = (hours: number) => atTime(app, new Date(Math.min(createdAt + hours * hour, end.getTime())))
  const expert = pick(callers.experts, index)
  await decide(after, callers, { id, fate, author, expert, other: pick(callers.farmers, index * 5 + 3), origin })
}

type Decision = { id: string; fate: DemoFate; author: Caller; expert: Caller; other: Caller; origin: string }

async function decide(
  after: (hours: number) => App,
  { admin }: DemoCallers,
  { id, fate, author, expert, other, origin }: Decision,
): Promise<void> {
  if (fate.kind === 'pending') return
  if (fate.kind === 'withdrawn') return withdrawPost(after(2), author, id)
  if (fate.kind !== 'approved') {
    const { reason } = fate
    await moderatePost(after(3), expert, id, { action: 'flag', reason }, origin)
    if (fate.kind === 'hidden') await decidePostFlag(after(20), admin, id, { action: 'hide', reason })
    if (fate.kind === 'unflagged') {
      await moderatePost(after(5), expert, id, { action: 'unflag' }, origin)
      await moderatePost(after(6), expert, id, { action: 'approve' }, origin)
    }
    return
  }
  await moderatePost(after(1), expert, id, { action: 'approve' }, origin)
  const db = after(0).db
  await createResponse(db, after(2), expert, id, fate.expert)
  if (fate.farmer === undefined) return
  const response = await createResponse(db, after(9), other, id, fate.farmer)
  const { reaction } = fate
  if (reaction === undefined) return
  const reason = reaction === 'flag' ? 'This is advertising.' : undefined
  const response_id = response.id
  if (reaction === 'endorse') await moderateResponse(after(11), expert, id, { response_id, action: 'approve' })
  await moderateResponse(after(12), expert, id, { response_id, action: reaction, reason })
}
