import { ownAccount } from '@kutu/contract/accounts/own-account'
import { apiError } from '../../platform/http/api-error.ts'
import { implementContract } from '../../platform/http/handlers.ts'
import { getEmailStatus, requestEmailChange } from '../accounts/email-change/email-changes.ts'
import { updatePreferences } from '../accounts/profile/profile.ts'
import { createProfilePhoto, removeProfilePhoto, saveProfilePhoto } from '../accounts/profile/profile-photo.ts'
import { listDevices, signOutDevice, signOutOtherDevices } from '../accounts/sessions/devices.ts'
import { confirmPassword, verifyCallerPassword } from '../accounts/sessions/password-confirmation.ts'
import { mapVisionErrors } from '../detection/vision-errors.ts'
import { previewDeletion, requestDeletion } from './erasure/request-deletion.ts'
import { createExportLink, getExportState, startExport } from './export/data-exports.ts'

export const ownAccountFeature = implementContract(ownAccount)({
  updatePreferences: (app, { caller, body }) => updatePreferences(app, caller, body),
  changePhoto: {
    async prepare(app, { uploads: [upload] }) {
      if (!upload) throw apiError('no_file')
      const { photoJpeg } = await mapVisionErrors(app.vision.reencode(upload.bytes))
      const profilePhoto = await createProfilePhoto(photoJpeg)
      return ({ db, caller, language }) => saveProfilePhoto(db, app, caller, profilePhoto, language)
    },
  },
  removePhoto: (app, { caller, language }) => removeProfilePhoto(app, caller, language),
  showEmail: (app, { caller }) => getEmailStatus(app.db, app, caller),
  changeEmail: (app, { db, caller, body, language }) => requestEmailChange(db, app, caller, body.email, language),
  confirmPassword: {
    async prepare(app, { caller, body, origin }) {
      const refused = 'password.confirmation_refused'
      const verified = await verifyCallerPassword(app, caller, body.password, { origin, refused })
      return ({ db }) => confirmPassword(db, app, verified)
    },
  },
  listDevices: (app, { caller, query, url }) => listDevices(app, caller, query, url),
  signOutDevice: (app, { caller, params }) => signOutDevice(app, caller, params.id),
  signOutElsewhere: (app, { caller }) => signOutOtherDevices(app, caller),
  showExport: (app, { caller }) => getExportState(app, caller),
  startExport: (app, { db, caller }) => startExport(db, app, caller),
  createExportLink: (app, { db, caller, url }) => createExportLink(db, app, caller, url.origin),
  previewDeletion: (app, { caller }) => previewDeletion(app, caller),
  requestDeletion: {
    async prepare(app, { caller, body, origin }) {
      const verified = await verifyCallerPassword(app, caller, body.password, {
        origin,
        refused: 'user.leaving_refused',
      })
      return ({ db, language }) => requestDeletion(db, app, verified, language)
    },
  },
})
