import { rustClass } from '@kutu/contract/common'
import type { AnalysisInput } from '@kutu/contract/detection'
import type { App } from '../../context.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { addDemoFarmers, type DemoCallers, listDemoCallers } from '../accounts/demo-farmers.ts'
import { createProfilePhoto, saveProfilePhoto } from '../accounts/profile/profile-photo.ts'
import { countPlatform } from '../dashboard/platform-figures.ts'
import { saveAnalysis } from '../detection/analyses/analyses.ts'
import { loadAllFigures } from '../detection/analyses/analysis-counts.ts'
import { diagnosePhoto } from '../detection/analyses/diagnose-photo.ts'
import { readAllNotifications } from '../notifications/inbox/notifications.ts'
import { prepareUpload, saveUpload } from '../training/images/uploads.ts'
import { prepareReport, reportAnalysis } from '../training/review/reports.ts'
import { reviewImage } from '../training/review/review-queue.ts'
import { startTrainingSession } from '../training/sessions/sessions.ts'
import { planBookings } from './booking-events.ts'
import { createDrawnPhotos, type DemoPhoto, openRealPhotos, type PhotoSource } from './demo-photos.ts'
import { demoPosts } from './demo-posts.ts'
import { drawFace } from './draw-face.ts'
import { noise } from './draw-leaf.ts'
import { answerCrops, decideOutbreaks, planOutbreaks } from './outbreak-events.ts'
import { planPosts } from './post-events.ts'
import { fillWeather } from './simulated-weather.ts'
import { atTime, pick, runTimeline, type TimelineEvent } from './timeline.ts'

const hour = 60 * 60_000
const day = 24 * hour
const daysOfHistory = 350
/** Fewer training photos than start a session by themselves, so that an expert starts it. */
const counts = { analyses: 64, trainingPhotos: 18, unreviewed: 3, reports: 2 }
/** Photos that are diagnosed at the same time. Two keep a small machine responsive for its first visitors. */
const concurrency = 2

export type DemoHistory = { analyses: number; rejected: number; seconds: number }

/**
 * Fills a new demonstration with a year of use, through the same functions as requests and with the clock moved. Returns
 * undefined, and does nothing, unless the database has only the demonstration accounts. A photo that the model refuses is
 * left out. If the process stops meanwhile, the rest of the history is missing.
 */
export async function fillDemo(app: App, print: (line: string) => void): Promise<DemoHistory | undefined> {
  const startedAt = performance.now()
  const now = app.clock.now()
  if (!(await addDemoFarmers(beforeHistory(app)))) return undefined
  print('Filling the demonstration with a year of use. You can sign in meanwhile.')
  await fillWeather(app)
  const callers = await listDemoCallers(app)
  await addFaces(app, callers)
  const { demoPhotos } = app.config
  const photos = demoPhotos === undefined ? createDrawnPhotos() : await openRealPhotos(demoPhotos)
  const answers = await answerCrops(app, photos)
  const analyses: { id: string; farmer: string; at: Date }[] = []
  const findAnalysis = (farmer: Caller, at: Date) =>
    analyses.findLast(analysis => analysis.farmer === farmer.id && analysis.at <= at)?.id
  const events: TimelineEvent[] = [
    ...(await planAnalyses(app, callers, { photos, now, analyses })),
    ...planPosts(callers, now, answers),
    ...planBookings(callers, now, findAnalysis),
    ...planReports(callers, now, findAnalysis),
    ...(await planTraining(app, callers, { photos, now })),
    ...(await planOutbreaks(app, answers)),
    { at: new Date(now.getTime() - 14 * day), run: app => readAll(app, callers) },
  ]
  const rejected = await runTimeline(app, events)
  await decideOutbreaks(app, callers)
  await countPlatform(app)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const count = await countAnalyses(app)
  print(`The demonstration is filled: ${count} analyses, ${demoPosts.length} posts, in ${seconds} s.`)
  return { analyses: count, rejected, seconds }
}

/** Gives a drawn portrait to those whose face somebody sees: the experts, and the farmer of the printed account. */
async function addFaces(app: App, { experts, farmers }: DemoCallers): Promise<void> {
  for (const [index, caller] of [...experts, pick(farmers, 0)].entries()) {
    const jpeg = await createProfilePhoto(Buffer.from(drawFace(index, index % 2 === 1)))
    await saveProfilePhoto(app.db, app, caller, jpeg, 'en')
  }
}

/** Counts the analyses of all farmers, as the dashboard shows them. */
async function countAnalyses(app: App): Promise<number> {
  const { total } = await loadAllFigures(app)
  return rustClass.options.reduce((sum, name) => sum + total[name], 0)
}

type AnalysisPlan = { photos: PhotoSource; now: Date; analyses: { id: string; farmer: string; at: Date }[] }

/** Diagnoses the photos of a year. The farmer of the printed account has the most. */
async function planAnalyses(app: App, { farmers }: DemoCallers, { photos, now, analyses }: AnalysisPlan) {
  const diagnosed = await takePhotos(photos, counts.analyses, async ({ bytes, crop }) => {
    const input: AnalysisInput = crop === null ? {} : { crop_type: crop }
    return { input, diagnosis: await diagnosePhoto(app, bytes, input) }
  })
  return diagnosed.map(({ input, diagnosis }, index): TimelineEvent => {
    const farmer = pick(farmers, index % 5 === 0 ? 0 : index)
    const at = daytime(now, daysOfHistory * (1 - (index + noise(index, 1, 1)) / diagnosed.length), index)
    const run = async (app: App) => {
      const id = await saveAnalysis(app.db, app, farmer, { diagnosis, input })
      analyses.push({ id, farmer: farmer.id, at })
    }
    return { at, run }
  })
}

/**
 * Experts submit photos during the last two months, colleagues label most of them as well, and one expert starts a
 * training session.
 */
async function planTraining(app: App, { experts }: DemoCallers, { photos, now }: { photos: PhotoSource; now: Date }) {
  const prepared = await takePhotos(photos, counts.trainingPhotos, async photo => ({
    photo,
    upload: await prepareUpload(app, photo.bytes),
  }))
  const uploads = prepared.flatMap(({ photo, upload }, index): TimelineEvent[] => {
    const { label, crop } = photo
    const context = { language: 'en', url: new URL(app.config.publicUrl) } as const
    const at = daytime(now, 60 - (58 * index) / prepared.length, index)
    let id: string | undefined
    const submit = async (app: App) => {
      const cropType = crop ?? undefined
      const image = await saveUpload(app.db, app, pick(experts, index), {
        prepared: upload,
        label,
        cropType,
        ...context,
      })
      if (image.state === 'waiting') ({ id } = image)
    }
    const review = async (app: App) => {
      if (id !== undefined) await reviewImage(app, pick(experts, index + 1), id, { action: 'correct', label })
    }
    // A colleague labels it in the review; the newest photos still wait for that.
    const reviewedAt = new Date(at.getTime() + hour)
    const isReviewed = index < prepared.length - counts.unreviewed && reviewedAt.getTime() < now.getTime() - hour
    return [{ at, run: submit }, ...(isReviewed ? [{ at: reviewedAt, run: review }] : [])]
  })
  const start: TimelineEvent = {
    at: new Date(now.getTime() - hour),
    run: async app => {
      await startTrainingSession(app.db, app, pick(experts, 0))
    },
  }
  return [...uploads, start]
}

/** Farmers report answers as wrong; their photos wait for experts. */
function planReports(
  { farmers }: DemoCallers,
  now: Date,
  findAnalysis: (farmer: Caller, at: Date) => string | undefined,
) {
  return Array.from({ length: counts.reports }, (_, index): TimelineEvent => {
    const farmer = pick(farmers, index + 1)
    return {
      at: new Date(now.getTime() - (index + 1) * 2 * day),
      run: async app => {
        const analysis = findAnalysis(farmer, app.clock.now())
        if (analysis !== undefined)
          await reportAnalysis(app.db, app, farmer, await prepareReport(app, farmer, analysis, undefined))
      },
    }
  })
}

/** Everybody has read what is older than two weeks. */
async function readAll(app: App, { farmers, experts, admin }: DemoCallers): Promise<void> {
  for (const caller of [...farmers, ...experts, admin]) await readAllNotifications(app, caller)
}

/** Takes photos until `count` have been used, at most twice as many: those that the model refuses are left out. */
async function takePhotos<T>(photos: PhotoSource, count: number, use: (photo: DemoPhoto) => Promise<T>): Promise<T[]> {
  const used: T[] = []
  let remaining = 2 * count
  const work = async () => {
    while (used.length < count && remaining-- > 0) {
      const photo = await photos.next()
      try {
        used.push(await use(photo))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return used.slice(0, count)
}

/** Returns a time of day between 7:00 and 17:00 in East Africa, some days before now and never after it. */
function daytime(now: Date, daysBefore: number, index: number): Date {
  const midnight = Math.floor((now.getTime() - daysBefore * day) / day) * day
  const at = midnight + (4 + 10 * noise(index, 2, 7)) * hour
  return new Date(Math.min(at, now.getTime() - (index % 50) * 60_000))
}

/** Returns the app with the clock a year ago, when the demonstration accounts are created. */
export const beforeHistory = (app: App): App =>
  atTime(app, new Date(app.clock.now().getTime() - (daysOfHistory + 15) * day))
