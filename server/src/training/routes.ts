import { training } from '@kutu/contract/training'
import { refuse } from '../http/errors.ts'
import { handlers } from '../http/handlers.ts'
import { activateModel, showActiveModel, showModelHead } from './heads.ts'
import { listModels, showModel, showVersion } from './models.ts'
import { listImages } from './own-images.ts'
import { listQueue, reviewImage } from './queue.ts'
import { reportAnalysis, studyReported } from './reports.ts'
import { listSessions, showSession, startTraining } from './sessions.ts'
import { showSummary } from './summary.ts'
import { addUpload, studyUpload } from './uploads.ts'
import { withdrawImage } from './withdrawal.ts'

export const trainingFeature = handlers(training)({
  uploadTrainingImage: {
    async ahead(app, { uploads, fields: { label, crop_type: cropType } }) {
      const [upload] = uploads
      if (!upload) throw refuse('no_file', { values: { purpose: 'training' } })
      if (!label) throw refuse('label_required', { fields: [{ field: 'label', key: 'error.label_required' }] })
      const studied = await studyUpload(app, upload.bytes)
      return (within, { caller, language, address }) =>
        addUpload(within, caller, { studied, label, cropType, language, address })
    },
  },
  listTrainingImages: (app, { caller, query, address, language }) =>
    listImages(app, caller, { query, address, language }),
  withdrawTrainingImage: (app, { caller, params }) => withdrawImage(app, caller, params.id),
  reportAnalysis: {
    async ahead(app, { caller, params, body }) {
      const studied = await studyReported(app, caller, params.id, body.label)
      return (within, { caller }) => reportAnalysis(within, caller, studied)
    },
  },
  listTrainingQueue: (app, { caller, query, address, language }) =>
    listQueue(app, caller, { query, address, language }),
  reviewTrainingImage: (app, { caller, params, body }) => reviewImage(app, caller, params.id, body),
  showTrainingSummary: (app, { caller }) => showSummary(app, caller),
  startTrainingSession: async (app, { caller, language }) =>
    showSession(app, await startTraining(app, caller), language),
  listTrainingSessions: (app, { query, address, language }) => listSessions(app, { query, address, language }),
  showTrainingSession: (app, { params, language }) => showSession(app, params.id, language),
  listModels: (app, { query, address }) => listModels(app, { query, address }),
  showModel: (app, { params }) => showModel(app, params.version),
  async activateModel(app, { caller, params }) {
    await activateModel(app, caller, params.version)
    return showVersion(app, params.version)
  },
  showActiveModel: app => showActiveModel(app),
  showModelHead: (app, { params }) => showModelHead(app, params.version),
})
