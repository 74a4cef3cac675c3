import { training } from '@kutu/contract/training'
import { refuse } from '../http/errors.ts'
import { handlers } from '../http/handlers.ts'
import { listModels, showModel } from './models.ts'

const later = async (): Promise<never> => {
  throw refuse('not_ready', { retryAfter: 5 })
}

export const trainingFeature = handlers(training)({
  uploadTrainingImage: later,
  listTrainingImages: later,
  withdrawTrainingImage: later,
  reportAnalysis: later,
  listTrainingQueue: later,
  reviewTrainingImage: later,
  showTrainingSummary: later,
  startTrainingSession: later,
  listTrainingSessions: later,
  showTrainingSession: later,
  activateModel: later,
  showActiveModel: later,
  showModelHead: later,
  listModels: async (app, { query, address }) => listModels(app, { query, address }),
  showModel: async (app, { params }) => showModel(app, params.version),
})
