import { ownAccount } from '@kutu/contract/own-account'
import { listDevices, signOutDevice, signOutElsewhere } from '../accounts/devices.ts'
import { askToLeave, proveLeaver, showLeaving } from '../accounts/leaving.ts'
import { asPortrait, dropOwnPhoto, keepOwnPhoto } from '../accounts/own-photo.ts'
import { choosePreferences, showPreferences } from '../accounts/preferences.ts'
import { refusingBadPhotos } from '../detection/refusals.ts'
import { refuse } from '../http/errors.ts'
import { handlers } from '../http/handlers.ts'
import { envelope } from '../http/paging.ts'
import { linkExport, showExport, startExport } from './exports.ts'

export const ownAccountFeature = handlers(ownAccount)({
  showPreferences: (app, { caller }) => showPreferences(app, caller),
  choosePreferences: (app, { caller, body }) => choosePreferences(app, caller, body),
  changePhoto: {
    async ahead(app, { uploads: [upload] }) {
      if (!upload) throw refuse('no_file')
      const { storedPhoto } = await refusingBadPhotos(app.vision.reencode(upload.bytes))
      const portrait = await asPortrait(storedPhoto)
      return (within, { caller, language }) => keepOwnPhoto(within, caller, portrait, language)
    },
  },
  removePhoto: (app, { caller, language }) => dropOwnPhoto(app, caller, language),
  listDevices: async (app, { caller, query, address }) => {
    const { count, devices } = await listDevices(app, caller, query)
    return envelope(address, query, count, devices)
  },
  signOutDevice: (app, { caller, params }) => signOutDevice(app, caller, params.id),
  signOutElsewhere: (app, { caller }) => signOutElsewhere(app, caller),
  showExport: (app, { caller }) => showExport(app, caller),
  startExport: (app, { caller }) => startExport(app, caller),
  linkExport: (app, { caller, address }) => linkExport(app, caller, address.origin),
  showLeaving: (app, { caller }) => showLeaving(app, caller),
  leave: {
    async ahead(app, { caller, body }) {
      const proved = await proveLeaver(app, caller, body.password)
      return (within, { language }) => askToLeave(within, proved, language)
    },
  },
})
