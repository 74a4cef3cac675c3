import type { App } from '../../../context.ts'
import { exportActions } from '../../../platform/db/audit.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { exportAccountData } from '../../accounts/profile/export-account-data.ts'
import { getEmailRecipient } from '../../accounts/users/users.ts'
import { exportCommunityData } from '../../community/personal-data/export-community-data.ts'
import { exportConsultations } from '../../consultations/personal-data/export-consultations.ts'
import { exportAnalyses } from '../../detection/personal-data/export-analyses.ts'
import { exportNotifications } from '../../notifications/personal-data/export-notifications.ts'
import { exportTrainingData } from '../../training/personal-data/export-training-data.ts'

/** What goes into the file: its texts by name, and the hashes of all photos, the newest first. */
export type ExportData = { textFiles: ReadonlyMap<string, string>; photoHashes: readonly string[] }

type PhotoRow = { photo_hash: string | null }

/** Where a photo lies in the file; known by its content, so that each lies there once. */
export const getPhotoPath = (hash: string) => `photos/${hash}.jpg`

/** All that is a user's own. Read in one moment, so that what belongs together is there together. */
export async function collectExportData(app: App, userId: string): Promise<ExportData> {
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      const { language } = await getEmailRecipient(tx, userId)
      const account = await exportAccountData(tx, userId)
      const board = await exportCommunityData(tx, userId)
      const { analyses, plantPhotos } = await exportAnalyses(tx, userId)
      const consultations = await exportConsultations(tx, userId)
      const training = await exportTrainingData(tx, userId)
      const notificationData = await exportNotifications(tx, userId, language)
      const files = {
        'profile.json': account,
        'posts.json': board.posts.map(withPhotoPath),
        'comments.json': board.comments,
        'points.json': board.points,
        'analyses.json': analyses.map(withPhotoPath),
        'plant-photos.json': plantPhotos.map(withPhotoPath),
        'bookings.json': consultations.bookings,
        'slots.json': consultations.slots,
        'training-images.json': training.images.map(withPhotoPath),
        'training-votes.json': training.votes,
        'notifications.json': notificationData.notifications,
        'notification-choices.json': notificationData.choices,
        'push-browsers.json': notificationData.browsers,
        'acts.json': await exportActions(tx, userId),
      }
      const textFiles = new Map(
        Object.entries(files).map(([name, rows]) => [name, `${JSON.stringify(rows, null, 2)}\n`]),
      )
      textFiles.set('README.txt', `${t(language, 'export.readme', { username: account.account.username })}\n`)
      return { textFiles, photoHashes: uniquePhotoHashes(analyses, plantPhotos, board.posts, training.images) }
    })
}

/** Names the photo by where it lies in the file. */
function withPhotoPath<Row extends PhotoRow>({ photo_hash, ...row }: Row) {
  return { ...row, photo: photo_hash === null ? null : getPhotoPath(photo_hash) }
}

const uniquePhotoHashes = (...lists: readonly (readonly PhotoRow[])[]): string[] => [
  ...new Set(lists.flat().flatMap(({ photo_hash }) => photo_hash ?? [])),
]
