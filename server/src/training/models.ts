import type { Page } from '@kutu/contract/common'
import { type ModelCard, modelCard } from '@kutu/contract/training'
import type { Card } from '@kutu/vision/card'
import type { App } from '../context.ts'
import { refuse } from '../http/errors.ts'
import { envelope, offsetOf } from '../http/paging.ts'

/** The versions there are, the newest first. */
export function listModels(app: App, { query, address }: { query: Page; address: URL }) {
  const versions = [presentModel(app, app.vision.card)]
  const from = offsetOf(query)
  return envelope(address, query, versions.length, versions.slice(from, from + query.page_size))
}

/** @throws Refusal not_found */
export function showModel(app: App, version: string): ModelCard {
  const { card } = app.vision
  if (card.version !== version) throw refuse('not_found')
  return presentModel(app, card)
}

/** Its figures were written by the training, which nothing but their shape here holds to it. */
function presentModel(app: App, card: Card): ModelCard {
  return modelCard.parse({
    version: card.version,
    created: card.created,
    is_active: card.version === app.vision.card.version,
    architecture: card.architecture,
    input_size: card.inputSize,
    bytes: card.bytes,
    multiply_adds: card.multiplyAdds,
    temperature: card.temperature,
    thresholds: { confident: card.thresholds.confident, leaf: card.thresholds.leaf },
    measured: card.measured,
    trained_on: card.trainedOn,
    sources: card.sources,
    studies: card.studies,
    quality: card.qualityMeasured,
    refit: null,
    is_usable: true,
    activated_at: null,
  })
}
