import type { Db } from '../../../platform/db/database.ts'
import { exportRows } from '../../../platform/db/personal-data.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { exportAccountData } from '../../accounts/profile/export-account-data.ts'
import { getEmailRecipient } from '../../accounts/users/users.ts'
import { exportCommunityData } from '../../community/personal-data.ts'
import { exportConsultations } from '../../consultations/personal-data.ts'
import { exportAnalyses } from '../../detection/personal-data.ts'
import { exportNotifications } from '../../notifications/personal-data.ts'
import { exportWarnings } from '../../surveillance/personal-data.ts'
import { exportTrainingData } from '../../training/personal-data.ts'

/** Content of the export: text files by name, and the hashes of all photos, newest first. */
export type ExportData = { textFiles: ReadonlyMap<string, string>; photoHashes: readonly string[] }

type PhotoRow = { photo_hash: string | null }

/** Returns the path of a photo in the ZIP file. Photos are named by content hash, so each is stored once. */
export const getPhotoPath = (hash: string) => `photos/${hash}.jpg`

/** Collects all data of a user in one snapshot (repeatable read), so that references between the files match. */
export async function collectExportData(db: Db, userId: string): Promise<ExportData> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      const { language } = await getEmailRecipient(tx, userId)
      const account = await exportAccountData(tx, userId)
      const board = await exportCommunityData(tx, userId)
      const { analyses, plantPhotos } = await exportAnalyses(tx, userId)
      const consultations = await exportConsultations(tx, userId)
      const warnings = await exportWarnings(tx, userId)
      const training = await exportTrainingData(tx, userId)
      const notificationData = await exportNotifications(tx, userId, language)
      const files = {
        'profile.json': account,
        'posts.json': board.posts.map(withPhotoPath),
        'comments.json': board.comments,
        'comment-versions.json': board.commentVersions,
        'saved-replies.json': board.savedReplies,
        'points.json': board.points,
        'analyses.json': analyses.map(withPhotoPath),
        'plant-photos.json': plantPhotos.map(withPhotoPath),
        'bookings.json': consultations.bookings,
        'slots.json': consultations.slots,
        'working-hours.json': consultations.workingHours,
        'training-images.json': training.images.map(withPhotoPath),
        'training-votes.json': training.votes,
        'photo-consent.json': training.consents,
        'warnings.json': warnings.received,
        'warning-notes.json': warnings.notes,
        'warning-labels.json': warnings.labels,
        'warning-country.json': warnings.countries,
        'notifications.json': notificationData.notifications,
        'notification-choices.json': notificationData.choices,
        'push-browsers.json': notificationData.browsers,
        // Without the changed values, which may concern other people.
        'acts.json': await exportRows(tx, 'audit_log', { actor_id: userId }, 'id desc'),
      }
      const textFiles = new Map(
        Object.entries(files).map(([name, rows]) => [name, `${JSON.stringify(rows, null, 2)}\n`]),
      )
      textFiles.set('README.txt', `${t(language, 'export.readme', { username: account.account.username })}\n`)
      return { textFiles, photoHashes: uniquePhotoHashes(analyses, plantPhotos, board.posts, training.images) }
    })
}

/** Replaces the photo hash by the path of the photo in the ZIP file. */
function withPhotoPath<Row extends PhotoRow>({ photo_hash, ...row }: Row) {
  return { ...row, photo: photo_hash === null ? null : getPhotoPath(photo_hash) }
}

const uniquePhotoHashes = (...lists: readonly (readonly PhotoRow[])[]): string[] => [
  ...new Set(lists.flat().flatMap(({ photo_hash }) => photo_hash ?? [])),
]
