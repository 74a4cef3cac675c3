import { guidePhotos } from '@kutu/contract/training/guide-photos'
import { teaching } from '@kutu/contract/training/teaching'
import { training } from '@kutu/contract/training/training'
import { apiError } from '../../platform/http/api-error.ts'
import { implementContract } from '../../platform/http/handlers.ts'
import { setTeacherWithdrawn } from './administration/exclusions.ts'
import { setTeaching } from './administration/pause.ts'
import { listTeachers, listVersionTeachers } from './administration/teachers.ts'
import { getPhotoConsent, setPhotoConsent } from './guide/consent.ts'
import { listGuidePhotos, removeGuidePhoto } from './guide/guide-photos.ts'
import { listTrainingImages } from './images/own-images.ts'
import { prepareUpload, saveUpload } from './images/uploads.ts'
import { withdrawImage } from './images/withdrawal.ts'
import { activateModel, getActiveModel, getModelHead } from './models/model-heads.ts'
import { getModelCard, getModelVersion, listModels } from './models/models.ts'
import { listVersionPhotos } from './models/version-photos.ts'
import { prepareReport, reportAnalysis } from './review/reports.ts'
import { listReviewQueue, reviewImage } from './review/review-queue.ts'
import { getTrainingSession, listTrainingSessions, startTrainingSession } from './sessions/sessions.ts'
import { getTrainingSummary } from './summary.ts'

export const trainingFeature = implementContract(training)({
  uploadTrainingImage: {
    async prepare(app, { uploads, fields: { label, crop_type: cropType } }) {
      const [file] = uploads
      if (!file) throw apiError('no_file', { values: { purpose: 'training' } })
      if (!label) throw apiError('label_required', { fields: [{ field: 'label', key: 'error.label_required' }] })
      const prepared = await prepareUpload(app, file.bytes)
      return ({ db, caller, language, url }) =>
        saveUpload(db, app, caller, { prepared, label, cropType, language, url })
    },
  },
  listTrainingImages: (app, { caller, query, url, language }) =>
    listTrainingImages(app, caller, { query, url, language }),
  withdrawTrainingImage: (app, { caller, params }) => withdrawImage(app, caller, params.id),
  reportAnalysis: {
    async prepare(app, { caller, params, body }) {
      const prepared = await prepareReport(app, caller, params.id, body.label)
      return ({ db, caller }) => reportAnalysis(db, app, caller, prepared)
    },
  },
  listTrainingQueue: (app, { caller, query, url, language }) => listReviewQueue(app, caller, { query, url, language }),
  reviewTrainingImage: (app, { caller, params, body }) => reviewImage(app, caller, params.id, body),
  showTrainingSummary: (app, { caller }) => getTrainingSummary(app, caller),
  startTrainingSession: async (app, { db, caller, language }) =>
    getTrainingSession(db, app, await startTrainingSession(db, app, caller), language),
  listTrainingSessions: (app, { query, url, language }) => listTrainingSessions(app, { query, url, language }),
  listModels: (app, { caller, query, url }) => listModels(app, caller, { query, url }),
  showModel: (app, { caller, params }) => getModelCard(app, caller, params.version),
  listVersionPhotos: (app, { caller, params, query, url }) =>
    listVersionPhotos(app, caller, params.version, { query, url }),
  async activateModel(app, { caller, params }) {
    await activateModel(app, caller, params.version)
    return getModelVersion(app, caller, params.version)
  },
  showActiveModel: (app, { db }) => getActiveModel(db, app),
  showModelHead: (app, { params }) => getModelHead(app, params.version),
})

export const teachingFeature = implementContract(teaching)({
  setTeaching: (app, { caller, body }) => setTeaching(app, caller, body.is_paused),
  listTeachers: (app, { query, url }) => listTeachers(app, { query, url }),
  changeTeacher: (app, { caller, params, body }) => setTeacherWithdrawn(app, caller, params.id, body.is_withdrawn),
  listVersionTeachers: (app, { params, query, url }) => listVersionTeachers(app, params.version, { query, url }),
})

export const guidePhotosFeature = implementContract(guidePhotos)({
  listGuidePhotos: (app, { params, url }) => listGuidePhotos(app, params.card, url),
  removeGuidePhoto: (app, { caller, params }) => removeGuidePhoto(app, caller, params.id),
  showPhotoConsent: (app, { caller }) => getPhotoConsent(app, caller),
  setPhotoConsent: (app, { caller, body }) => setPhotoConsent(app, caller, body.is_given),
})
