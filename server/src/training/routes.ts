import { training } from '@kutu/contract/training'
import { handlers } from '../http/handlers.ts'
import { listModels, showModel } from './models.ts'

export const trainingFeature = handlers(training)({
  listModels: async (app, { query, address }) => listModels(app, { query, address }),
  showModel: async (app, { params }) => showModel(app, params.version),
})
