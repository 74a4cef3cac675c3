import { type CropType, type RustClass, rustClass } from '@kutu/contract/common'
import type { AnalysisInput } from '@kutu/contract/detection'
import type { App } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { contentHash } from '../../platform/storage/file-store.ts'
import { type DemoCallers, listDemoGrowers } from '../accounts/demo-farmers.ts'
import { type DemoGrowers, demoGrowers } from '../accounts/demo-growers.ts'
import { chooseExpertCountry } from '../accounts/experts/expert-country.ts'
import { saveAnalysis } from '../detection/analyses/analyses.ts'
import { diagnosePhoto } from '../detection/analyses/diagnose-photo.ts'
import { updateNotificationChoices } from '../notifications/settings/notification-choices.ts'
import { decideWarning } from '../surveillance/warnings/decide-warning.ts'
import { proposeWarnings } from '../surveillance/warnings/propose-warnings.ts'
import { listWarnings } from '../surveillance/warnings/warnings.ts'
import { closeWeek, recountWeeks } from '../surveillance/weekly/close-weeks.ts'
import { addWeeks, findMonday } from '../surveillance/weekly/weeks.ts'
import { setPhotoConsent } from '../training/guide/consent.ts'
import { createDrawnPhotos, type DemoPhoto, type PhotoSource } from './demo-photos.ts'
import { noise } from './draw-leaf.ts'
import { atTime, pick, type TimelineEvent } from './timeline.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** Different photos of each crop and class. Growers send them again; the answer of the model is used again then. */
const photosOfClass = 4
const maxAttempts = 40
/** A year of trends, and the week a year before. */
const weeksOfHistory = 53

type Answer = Awaited<ReturnType<typeof diagnosePhoto>>
/** Answers of photos of one crop, by the class that the photo shows and the model recognizes. */
export type Answers = Record<RustClass, Answer[]>

/** Diagnoses photos of every crop. */
export async function answerCrops(app: App, photos: PhotoSource): Promise<ReadonlyMap<CropType, Answers>> {
  const crops: CropType[] = ['MAIZE', 'BEANS', 'WHEAT', 'RICE']
  // A folder of real photos may have too few of a crop.
  const sources = [replayPhotos(photos), replayPhotos(createDrawnPhotos())]
  return new Map(await Promise.all(crops.map(async crop => [crop, await answerPhotos(app, sources, crop)] as const)))
}

/** Plans what the growers of the demonstration photograph, in every week of a year and in the current one. */
export async function planOutbreaks(app: App, answersByCrop: ReadonlyMap<CropType, Answers>): Promise<TimelineEvent[]> {
  const lastWeek = findMonday(app, undefined)
  const groups: Group[] = []
  for (const growers of demoGrowers) {
    const answers = answersByCrop.get(growers.crop) ?? noAnswers()
    groups.push({ growers, answers, farmers: await listDemoGrowers(app, growers) })
  }
  const now = app.clock.now()
  const weeks = Array.from({ length: weeksOfHistory + 1 }, (_, i) => i + 1 - weeksOfHistory)
  return [
    ...weeks.map(week => planWeek(groups, { week, monday: addWeeks(lastWeek, week), now })),
    ...groups.flatMap(({ farmers }) => planConsents(farmers, now)),
  ]
}

type Group = { growers: DemoGrowers; farmers: readonly Caller[]; answers: Answers }

/**
 * One photo of each grower who photographs in the week. The districts are filled at the same time: what they write does not wait
 * for each other.
 */
function planWeek(
  groups: readonly Group[],
  { monday, ...rest }: { week: number; monday: string; now: Date },
): TimelineEvent {
  const week = { ...rest, start: Date.parse(`${monday}T00:00:00Z`) }
  return {
    at: new Date(week.start),
    run: async app => void (await Promise.all(groups.map(group => saveWeek(app, group, week)))),
  }
}

async function saveWeek(
  app: App,
  { growers, farmers, answers }: Group,
  { week, start, now }: { week: number; start: number; now: Date },
): Promise<void> {
  const input: AnalysisInput = { crop_type: growers.crop }
  for (const [i, label] of planPhotos(growers, week).entries()) {
    const at = new Date(start + (i % 6) * day + (5 + (i % 9)) * hour)
    if (at > now) continue
    const diagnosis = pick(answers[label], i + week + weeksOfHistory)
    // Other growers have the disease in other weeks.
    const farmer = pick(farmers, i + 3 * (week + weeksOfHistory))
    // Each is a photo of its own: the same photo is counted once in a district.
    const sourceHash = contentHash(Buffer.from(`${diagnosis.sourceHash} ${farmer.id} ${at.toISOString()}`))
    const fingerprint = String(BigInt.asIntN(64, BigInt(`0x${sourceHash}`)))
    await saveAnalysis(app.db, atTime(app, at), farmer, { diagnosis: { ...diagnosis, sourceHash, fingerprint }, input })
  }
}

/** Every second grower allows photos to be shown. */
const planConsents = (farmers: readonly Caller[], now: Date): TimelineEvent[] =>
  farmers
    .filter((_, i) => i % 2 === 0)
    .map(farmer => ({
      at: new Date(now.getTime() - 60 * day),
      run: async app => void (await setPhotoConsent(app, farmer, true)),
    }))

/**
 * Diagnoses photos until there are some of each class that the model recognizes, if possible so surely that they are reports. A
 * drawn leaf looks like maize, so the model is never sure of it as another crop.
 */
async function answerPhotos(app: App, sources: readonly ReplayedPhotos[], crop: CropType): Promise<Answers> {
  const answers = noAnswers()
  const unsure = noAnswers()
  const isComplete = () => rustClass.options.every(label => answers[label].length === photosOfClass)
  for (const takePhoto of sources)
    for (let attempt = 0; attempt < maxAttempts && !isComplete(); attempt++) {
      const photo = await takePhoto(attempt)
      const { label } = photo
      if (answers[label].length === photosOfClass) continue
      if (photo.crop !== null && photo.crop !== crop) continue
      const answer = await diagnosePhoto(app, photo.bytes, { crop_type: crop }).catch(skipRejected)
      if (answer?.finding.rustClass !== label) continue
      const isSure = answer.finding.band === 'confident' || answer.finding.band === 'likely'
      if (isSure || label === 'other_disease') answers[label].push(answer)
      else if (unsure[label].length < photosOfClass) unsure[label].push(answer)
    }
  for (const label of rustClass.options) if (answers[label].length === 0) answers[label] = unsure[label]
  return answers
}

const noAnswers = (): Answers => ({ healthy: [], common_rust: [], other_disease: [] })

/** Returns the photo of an index, where indices begin at zero and leave none out. */
type ReplayedPhotos = (index: number) => Promise<DemoPhoto>

/** Gives every crop the same photos, because drawing them takes most of the time. */
function replayPhotos(source: PhotoSource): ReplayedPhotos {
  const taken: Promise<DemoPhoto>[] = []
  return index => {
    const photo = taken[index] ?? source.next()
    taken[index] = photo
    return photo
  }
}

function skipRejected(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error
}

/**
 * Experts of Uganda look at the rises that the app finds in these weeks: one of them is confirmed, so that farmers hear of it, and
 * the others wait. It runs after the events, on the clock of the app.
 */
export async function decideOutbreaks(app: App, { farmers, experts }: DemoCallers): Promise<void> {
  const expert = pick(experts, 0)
  await chooseExpertCountry(app.db, app, expert, 'UG')
  await chooseExpertCountry(app.db, app, pick(experts, 2), 'UG')
  await updateNotificationChoices(app, pick(farmers, 0), [{ kind: 'warnings', channel: 'text', is_on: true }])
  // The job may have counted weeks while they were filled, and recounting begins with the first one that is counted.
  await closeWeek(app.db, app, addWeeks(findMonday(app, undefined), -weeksOfHistory))
  await recountWeeks(app)
  await proposeWarnings(app)
  const page = { page: 1, page_size: 100 }
  const { results } = await listWarnings(app.db, app, expert, { ...page, state: 'open' }, new URL(app.config.publicUrl))
  const warning = results.find(({ district }) => district === demoGrowers[0]?.district)
  if (warning) await decideWarning(app.db, app, expert, warning.id, { state: 'confirmed', weeks: 2 })
}

/** Share of the growers who photograph between the seasons: too few for figures in most districts. In season, most do. */
const quietShare = 0.07
/** Share of the growers who have joined in the first week. */
const firstShare = 0.5

/**
 * Returns what the growers of a district photograph in a week, a photo for each who photographs. Week 0 is the last that has
 * ended.
 */
function planPhotos(growers: DemoGrowers, week: number): RustClass[] {
  const { usernames, course, weeks } = growers
  const age = weeks + week
  if (age <= 0) return []
  // Two growing seasons in 52 weeks; the newest is at its height.
  const season = quietShare + (1 - quietShare) * Math.cos((Math.PI * 2 * Math.min(0, week)) / 52) ** 2
  const joined = firstShare + (1 - firstShare) * Math.min(1, age / weeks)
  const isRising = course === 'rise' && week >= 0
  const willing = isRising ? 1 : season * joined * (0.75 + 0.3 * noise(week, usernames.length, 5))
  const photographing = Math.min(usernames.length, Math.max(1, Math.round(usernames.length * willing)))
  const rust = Math.round(
    photographing * findRustShare(growers, week) * (0.85 + 0.3 * noise(week, usernames.length, 6)),
  )
  const sick = Math.min(photographing, rust)
  const otherDisease = Math.round((photographing - sick) * 0.3)
  return Array.from({ length: photographing }, (_, i) =>
    i < sick ? 'common_rust' : i < sick + otherDisease ? 'other_disease' : 'healthy',
  )
}

/** Rust comes with the end of the season, and spreads from the week before the last that has ended. */
function findRustShare({ course, rustShare }: DemoGrowers, week: number): number {
  if (course === 'rise' && week === -1) return rustShare * 1.5
  if (course === 'rise' && week >= 0) return rustShare * 2.6
  return rustShare
}
