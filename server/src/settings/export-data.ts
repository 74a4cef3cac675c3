import { accountDataOf } from '../accounts/own-data.ts'
import { receiverOf } from '../accounts/users.ts'
import { boardDataOf } from '../community/own-data.ts'
import { consultationsDataOf } from '../consultations/own-data.ts'
import type { App } from '../context.ts'
import { actsDataOf } from '../db/audit.ts'
import { analysesDataOf } from '../detection/own-data.ts'
import { notificationsDataOf } from '../notifications/own-data.ts'
import { say } from '../text/say.ts'
import { trainingDataOf } from '../training/own-data.ts'

/** What goes into the file: its texts by name, and the hashes of all photos, the newest first. */
export type OwnData = { texts: ReadonlyMap<string, string>; photos: readonly string[] }

type Pictured = { photo_hash: string | null }

/** Where a photo lies in the file; known by its content, so that each lies there once. */
export const photoName = (hash: string) => `photos/${hash}.jpg`

/** All that is a user's own. Read in one moment, so that what belongs together is there together. */
export async function ownDataOf(app: App, userId: string): Promise<OwnData> {
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      const { language } = await receiverOf(tx, userId)
      const account = await accountDataOf(tx, userId)
      const board = await boardDataOf(tx, userId)
      const { analyses, plantPhotos } = await analysesDataOf(tx, userId)
      const consultations = await consultationsDataOf(tx, userId)
      const training = await trainingDataOf(tx, userId)
      const news = await notificationsDataOf(tx, userId, language)
      const files = {
        'profile.json': account,
        'posts.json': board.posts.map(pictured),
        'comments.json': board.comments,
        'points.json': board.points,
        'analyses.json': analyses.map(pictured),
        'plant-photos.json': plantPhotos.map(pictured),
        'bookings.json': consultations.bookings,
        'slots.json': consultations.slots,
        'training-images.json': training.images.map(pictured),
        'training-votes.json': training.votes,
        'notifications.json': news.notifications,
        'notification-choices.json': news.choices,
        'push-browsers.json': news.browsers,
        'acts.json': await actsDataOf(tx, userId),
      }
      const texts = new Map(Object.entries(files).map(([name, rows]) => [name, `${JSON.stringify(rows, null, 2)}\n`]))
      texts.set('README.txt', `${say(language, 'export.readme', { username: account.account.username })}\n`)
      return { texts, photos: hashesOf(analyses, plantPhotos, board.posts, training.images) }
    })
}

/** Names the photo by where it lies in the file. */
function pictured<Row extends Pictured>({ photo_hash, ...row }: Row) {
  return { ...row, photo: photo_hash === null ? null : photoName(photo_hash) }
}

const hashesOf = (...lists: readonly (readonly Pictured[])[]): string[] => [
  ...new Set(lists.flat().flatMap(({ photo_hash }) => photo_hash ?? [])),
]
