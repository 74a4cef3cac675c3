import { detection } from '@kutu/contract/detection'
import type { App } from '../context.ts'
import { refuse } from '../http/errors.ts'
import { handlers } from '../http/handlers.ts'
import type { Upload } from '../http/uploads.ts'
import { addFound, listAnalyses, lookAtPhoto, showAnalysis } from './analyses.ts'
import { addPlant, lookAtPlant } from './plant-analyses.ts'
import { refusingBadPhotos } from './refusals.ts'

export const detectionFeature = handlers(detection)({
  detectRust: {
    async ahead(app, { uploads }) {
      const found = await lookAtPhoto(app, onlyUpload(uploads).bytes)
      return (within, { caller, fields, language, address }) =>
        addFound(within, caller, { found, cropType: fields.crop_type, language, address })
    },
  },
  detectPlant: {
    async ahead(app, { uploads }) {
      const photos = uploads.map(({ bytes }) => bytes)
      const found = await lookAtPlant(app, photos)
      return (within, { caller, fields, language, address }) =>
        addPlant(within, caller, { found, cropType: fields.crop_type, language, address })
    },
  },
  listAnalyses: (app, { caller, query, address, language }) => listAnalyses(app, caller, { query, address, language }),
  showAnalysis: (app, { caller, params, language, address }) =>
    showAnalysis(app, caller, { id: params.id, language, address }),
  detectLeaf: (app, { uploads }) => detectLeaf(app, onlyUpload(uploads).bytes),
})

async function detectLeaf(app: App, bytes: Uint8Array) {
  const { isLeaf, leafProbability } = await refusingBadPhotos(app.vision.detect(bytes))
  return { is_leaf: isLeaf, confidence: isLeaf ? leafProbability : 1 - leafProbability }
}

function onlyUpload(uploads: readonly Upload[]): Upload {
  const [upload] = uploads
  if (!upload) throw refuse('no_file')
  return upload
}
