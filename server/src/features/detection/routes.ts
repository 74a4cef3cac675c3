import { detection } from '@kutu/contract/detection'
import type { App } from '../../context.ts'
import { apiError } from '../../platform/http/api-error.ts'
import { implementContract, type Upload } from '../../platform/http/handlers.ts'
import { getAnalysis, listAnalyses, parseTakenAt, saveAnalysis } from './analyses/analyses.ts'
import { diagnosePhoto, diagnosePlant } from './analyses/diagnose-photo.ts'
import { listLastLeaves } from './analyses/last-leaves.ts'
import { answerAgain, answerQuestions, saveCorrection } from './correction/correct-analysis.ts'
import { placeAnalysis } from './correction/same-plant.ts'
import { mapVisionErrors } from './vision-errors.ts'

export const detectionFeature = implementContract(detection)({
  detectRust: {
    async prepare(app, { uploads, fields }) {
      const takenAt = parseTakenAt(app, fields.taken_at)
      const diagnosis = await diagnosePhoto(app, requireUpload(uploads).bytes, fields)
      return async ({ db, caller, fields, language, url }) => {
        const id = await saveAnalysis(db, app, caller, { diagnosis, input: fields, takenAt })
        return getAnalysis(db, app, caller, { id, language, url })
      }
    },
  },
  detectPlant: {
    async prepare(app, { uploads, fields }) {
      const takenAt = parseTakenAt(app, fields.taken_at)
      const photos = uploads.map(({ bytes }) => bytes)
      const diagnosis = await diagnosePlant(app, photos, fields)
      return async ({ db, caller, fields, language, url }) => {
        const id = await saveAnalysis(db, app, caller, { diagnosis, input: fields, takenAt })
        const { photos = [], ...analysis } = await getAnalysis(db, app, caller, { id, language, url })
        return { ...analysis, photos }
      }
    },
  },
  listAnalyses: (app, { caller, query, url, language }) => listAnalyses(app, caller, { query, url, language }),
  showAnalysis: (app, { caller, params, language, url }) =>
    getAnalysis(app.db, app, caller, { id: params.id, language, url }),
  updateAnalysis: {
    async prepare(app, { caller, params, body }) {
      const corrected = await answerAgain(app, caller, { ...params, ...body })
      return ({ language, url }) => saveCorrection(app, caller, { corrected, ...body, language, url })
    },
  },
  answerQuestions: (app, { caller, params, body, language, url }) =>
    answerQuestions(app, caller, { ...params, ...body, language, url }),
  placeAnalysis: async (app, { caller, params, body, language, url }) => {
    await placeAnalysis(app, caller, { ...params, ...body })
    return getAnalysis(app.db, app, caller, { ...params, language, url })
  },
  listLastLeaves: (app, { db, caller, params, url }) => listLastLeaves(db, app, caller, params.id, url),
  detectLeaf: (app, { uploads }) => detectLeaf(app, requireUpload(uploads).bytes),
})

async function detectLeaf(app: App, bytes: Uint8Array) {
  const { isLeaf, leafProbability } = await mapVisionErrors(app.vision.detect(bytes))
  return { is_leaf: isLeaf, confidence: isLeaf ? leafProbability : 1 - leafProbability }
}

function requireUpload(uploads: readonly Upload[]): Upload {
  const [file] = uploads
  if (!file) throw apiError('no_file')
  return file
}
