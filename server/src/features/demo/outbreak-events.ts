import type { CropType } from '@kutu/contract/common'
import type { AnalysisInput } from '@kutu/contract/detection'
import type { App } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { type DemoCallers, listDemoGrowers } from '../accounts/demo-farmers.ts'
import { type DemoGrowers, demoGrowers } from '../accounts/demo-growers.ts'
import { diagnosePhoto, saveAnalysis } from '../detection/analyses/analyses.ts'
import { updateNotificationChoices } from '../notifications/settings/notification-choices.ts'
import { addWeeks, findMonday } from '../surveillance/counts/weeks.ts'
import { firstEarsWeek } from '../surveillance/detection/ears.ts'
import { decideWarning } from '../surveillance/warnings/decide-warning.ts'
import { chooseExpertCountry } from '../surveillance/warnings/expert-country.ts'
import { proposeWarnings } from '../surveillance/warnings/propose-warnings.ts'
import { listWarnings } from '../surveillance/warnings/warnings.ts'
import { setPhotoConsent } from '../training/guide/consent.ts'
import { createDrawnPhotos, type PhotoSource } from './demo-photos.ts'
import { pick } from './post-events.ts'
import type { TimelineEvent } from './timeline.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** Different photos of each crop and class. Growers send them again; the answer of the model is used again then. */
const photosOfClass = 5
const maxAttempts = 60

type Answer = Awaited<ReturnType<typeof diagnosePhoto>>
type Answers = { healthy: Answer[]; common_rust: Answer[] }

/** Plans what the growers of the demonstration photograph: in every week that EARS needs, and in the current one. */
export async function planOutbreaks(app: App, photos: PhotoSource): Promise<TimelineEvent[]> {
  const lastWeek = await findMonday(app, undefined)
  const answersByCrop = new Map<CropType, Answers>()
  const events: TimelineEvent[] = []
  for (const growers of demoGrowers) {
    const answers = answersByCrop.get(growers.crop) ?? (await answerPhotos(app, photos, growers.crop))
    answersByCrop.set(growers.crop, answers)
    const farmers = await listDemoGrowers(app, growers)
    for (let week = -firstEarsWeek; week <= 1; week++)
      events.push(...planWeek(app, { growers, farmers, answers, week, monday: addWeeks(lastWeek, week) }))
    events.push(...planConsents(farmers, app.clock.now()))
  }
  return events
}

type Week = { growers: DemoGrowers; farmers: readonly Caller[]; answers: Answers; week: number; monday: string }

/** One photo of each grower who photographs in the week. The first ones have the disease. */
function planWeek(app: App, { growers, farmers, answers, week, monday }: Week): TimelineEvent[] {
  const { photographing, sick } = countFarmers(growers, farmers.length, week)
  const start = Date.parse(`${monday}T00:00:00Z`)
  return Array.from({ length: photographing }, (_, i): TimelineEvent => {
    const at = new Date(start + (i % 6) * day + (5 + (i % 9)) * hour)
    const photoDiagnosis = pick(i < sick ? answers.common_rust : answers.healthy, i + week + firstEarsWeek)
    const input: AnalysisInput = { crop_type: growers.crop }
    const context = { language: 'en', url: new URL(app.config.publicUrl) } as const
    return {
      at,
      run: async app => {
        // Other growers have the disease in other weeks.
        const farmer = pick(farmers, i + 3 * (week + firstEarsWeek))
        await saveAnalysis(app, farmer, { photoDiagnosis, input, isAwaited: true, ...context })
      },
    }
  }).filter(({ at }) => at <= app.clock.now())
}

/** How many growers photograph in a week, and how many of them a sick plant. Week 0 is the last that has ended. */
function countFarmers({ course }: DemoGrowers, farmers: number, week: number): { photographing: number; sick: number } {
  if (course === 'steady') return { photographing: farmers, sick: farmers - 1 }
  if (week < -1) return { photographing: 6 + (Math.abs(week) % 2), sick: 1 + (Math.abs(week) % 2) }
  return week === -1 ? { photographing: 9, sick: 4 } : { photographing: farmers, sick: farmers - 2 }
}

/** Every second grower allows photos to be shown. */
const planConsents = (farmers: readonly Caller[], now: Date): TimelineEvent[] =>
  farmers
    .filter((_, i) => i % 2 === 0)
    .map(farmer => ({
      at: new Date(now.getTime() - 60 * day),
      run: async app => void (await setPhotoConsent(app, farmer, true)),
    }))

/** Diagnoses photos until there are some that the model recognizes as healthy, and some as rust. */
async function answerPhotos(app: App, photos: PhotoSource, crop: CropType): Promise<Answers> {
  const answers: Answers = { healthy: [], common_rust: [] }
  // A folder of real photos may have too few of the crop.
  for (const source of [photos, createDrawnPhotos()])
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const photo = await source.next()
      const { label } = photo
      if (label === 'other_disease' || answers[label].length === photosOfClass) continue
      if (photo.crop !== null && photo.crop !== crop) continue
      const answer = await diagnosePhoto(app, photo.bytes, { crop_type: crop }).catch(skipRejected)
      const isSure = answer?.finding.band === 'confident' || answer?.finding.band === 'likely'
      if (answer && isSure && answer.finding.rustClass === label) answers[label].push(answer)
      if (answers.healthy.length + answers.common_rust.length === 2 * photosOfClass) return answers
    }
  return answers
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
  await chooseExpertCountry(app, expert, 'UG')
  await chooseExpertCountry(app, pick(experts, 2), 'UG')
  const nakato = pick(farmers, 0)
  await updateNotificationChoices(app, nakato, [{ kind: 'warnings', channel: 'text', is_on: true }])
  await proposeWarnings(app)
  const page = { page: 1, page_size: 100 }
  const { results } = await listWarnings(app, expert, { ...page, state: 'open' }, new URL(app.config.publicUrl))
  const [first] = demoGrowers
  const warning = results.find(({ district }) => district === first?.district)
  if (warning) await decideWarning(app, expert, warning.id, { state: 'confirmed', weeks: 2 })
}
