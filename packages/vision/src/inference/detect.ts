import { computeAffectedArea, type Heatmap } from '../heatmap/heatmap.ts'
import { segmentPhoto } from '../heatmap/segmentation.ts'
import { findSpots } from '../heatmap/spots.ts'
import { checkQuality, measureQuality, type QualityWarning } from '../quality/photo-quality.ts'
import { type Band, computeReliability, minStatedCropShare, selectBand } from './band.ts'
import { type FineClass, type HealthClass, healthClasses, type ProductClass } from './classes.ts'
import {
  applyPrior,
  type CropEstimate,
  computeCropPrior,
  computeStatedCropShare,
  estimateCrop,
  type StatedCrop,
  sumOtherCrops,
} from './crop.ts'
import { averageEmbedding, type Head } from './head.ts'
import type { ModelCard } from './model-card.ts'
import { computeViewSquare, type RgbImage } from './rgb-image.ts'
import { type AnswerParams, computeScores, type Scores } from './scores.ts'
import { createInputTensor } from './tensor.ts'

/** Probabilities of the three health classes, with a sum of 1. */
export type HealthProbabilities = Record<HealthClass, number>

/** Probabilities of all five product classes, with a sum of 1, before any threshold. */
export type ProductProbabilities = Record<ProductClass, number>

/** The model's answer about a photo, or about all photos of a plant. */
export type Detection = NotALeaf | LeafDetection
type DetectionScores = Scores & {
  /** With the prior of the stated crop, under which not_leaf is 0. */
  productProbabilities: ProductProbabilities
}
export type NotALeaf = DetectionScores & { isLeaf: false }
export type LeafDetection = DetectionScores & {
  isLeaf: true
  rustClass: HealthClass
  /** Probability of the class among the three, lowered by the probability of plants without health labels. */
  confidence: number
  probabilities: HealthProbabilities
  /** Estimated probability that the answer is right, 0 to 1. It selects the band. */
  reliability: number
  band: Band
  /** `confident` exactly when the band is. */
  verdict: 'confident' | 'uncertain'
  /**
   * Disease of the leading fine class of the stated crop, or of all crops if none is stated. Null when that class has less
   * than half of the probability, for a healthy leaf, in the band `unfamiliar`, and for a stated crop that contradicts the network.
   */
  disease: string | null
  /** The stated crop; otherwise that of the leading fine class, with the same rule as the disease. */
  crop: string | null
  /** The network's own estimate, independent of the stated crop; null when no crop has half of the probability. */
  cropEstimate: CropEstimate | null
  /** The most probable fine classes of the three health classes, with the prior of the stated crop, most probable first. */
  candidates: Candidate[]
}

/** The answer about a leaf, without its scores and images. */
export type Finding = Omit<LeafDetection, keyof NotALeaf | 'reliability'> & {
  /** Share of the leaf that looks affected, 0 to 1; null for a healthy leaf, a systemic disease and too little visible leaf. */
  affectedArea: number | null
}

/** A fine class that the photo may show. */
export type Candidate = { rustClass: HealthClass; crop: string | null; disease: string | null; probability: number }

export type DetectionParams = Pick<ModelCard, 'classes' | 'decision'>

/**
 * Runs the network, without the head: float32 [views, 3, S, S] in, feature maps [views, C, h, w] and embeddings
 * [views, C] out. Each runtime has its own implementation.
 */
export type Network = (tensor: Float32Array) => Promise<{ features: Float32Array; embeddings: Float32Array }>

export type Model = { card: ModelCard; head: Head; network: Network }

export type ImageDiagnosis = Pick<Finding, 'affectedArea'> & {
  detection: Detection
  /** Mean embedding of the views, the input of the head. */
  embedding: Float64Array
  /** Embeddings of the views, float32 [views, embedding]. `answerEmbeddings` answers from them with another crop. */
  viewEmbeddings: Float32Array
  /** True for a photo of very few pixels or of one plain color. It is never a leaf. */
  isBlank: boolean
  /** Null when there is no spot to show. */
  heatmap: Heatmap | null
  /** Problems of the photo itself, independent of the answer. */
  quality: QualityWarning[]
}

/**
 * Diagnoses an upright photo. Server and phone both run this function, so the same pixels give the same answer.
 * @param photo the decoded photo, with its short side reduced to `decodeShortSide`; the central square is enough
 * @param original size of the upright original, which the heat map covers
 * @param statedCrop the crop that the farmer stated
 */
export async function diagnoseImage(
  photo: RgbImage,
  original: { width: number; height: number },
  { card, head, network }: Model,
  statedCrop: StatedCrop = null,
): Promise<ImageDiagnosis> {
  const { features, embeddings: viewEmbeddings } = await network(createInputTensor(photo, card))
  const isBlank = !hasDetail(photo, original)
  const detection = rejectIfBlank(answerEmbeddings(viewEmbeddings, { card, head }, statedCrop), isBlank)
  const quality = checkQuality(measureQuality(photo, original), card.quality)
  const embedding = averageEmbedding(viewEmbeddings, card.embeddingSize)
  const diagnosis = { detection, embedding, viewEmbeddings, isBlank, quality, affectedArea: null, heatmap: null }
  if (!detection.isLeaf || detection.rustClass === 'healthy') return diagnosis

  const { rustClass } = detection
  const { scale } = card.views[0]
  const segmentation = segmentPhoto(photo, computeViewSquare(photo.width, photo.height, scale), features, head, card)
  const { width, height } = original
  const spots = findSpots(segmentation)
  const square = computeViewSquare(width, height, scale)
  return {
    ...diagnosis,
    affectedArea: isSystemicDisease(detection.disease) ? null : computeAffectedArea(segmentation, card.thresholds.heat),
    heatmap: spots.includes(1) ? { rustClass, width, height, square, spots } : null,
  }
}

/** A virus discolors every leaf instead of making spots, so the affected share of one leaf says nothing about the plant. */
const isSystemicDisease = (disease: string | null) => disease === 'streak_virus'

const minSide = 32
/** A smaller range of all three channels (0 to 255) is compression noise, not texture. */
const minChannelRange = 12

/** Returns false for a photo of very few pixels or of one plain color, such as a wall or a covered lens. */
function hasDetail(photo: RgbImage, original: { width: number; height: number }): boolean {
  if (Math.min(original.width, original.height) < minSide) return false
  const { left, top, side } = computeViewSquare(photo.width, photo.height, 1)
  const minByChannel = [255, 255, 255]
  const maxByChannel = [0, 0, 0]
  for (let y = top; y < top + side; y++) {
    const row = photo.data.subarray((y * photo.width + left) * 3, (y * photo.width + left + side) * 3)
    for (let i = 0; i < row.length; i++) {
      const value = row[i] ?? 0
      const channel = i % 3
      minByChannel[channel] = Math.min(minByChannel[channel] ?? 255, value)
      maxByChannel[channel] = Math.max(maxByChannel[channel] ?? 0, value)
      if ((maxByChannel[channel] ?? 0) - (minByChannel[channel] ?? 0) >= minChannelRange) return true
    }
  }
  return false
}

/** Overrides the answer for a blank photo: the model never saw one in training and takes plain green for a healthy leaf. */
function rejectIfBlank(detection: Detection, isBlank: boolean): Detection {
  if (!isBlank || !detection.isLeaf) return detection
  const { fineProbabilities, viewProbabilities, productProbabilities } = detection
  return { isLeaf: false, leafProbability: 0, fineProbabilities, viewProbabilities, productProbabilities }
}

/** Returns the finding of a detection, without its scores. */
export function toFinding(detection: LeafDetection, affectedArea: number | null): Finding {
  const { rustClass, confidence, probabilities, band, verdict, disease, crop, cropEstimate } = detection
  const { candidates } = detection
  return { rustClass, confidence, probabilities, band, verdict, disease, crop, cropEstimate, candidates, affectedArea }
}

/**
 * Answers from the stored embeddings of a photo's views, float32 [views, embedding], as `diagnoseImage` would for the
 * photo itself. It takes well under a millisecond, so that a corrected crop shows at once.
 */
export function answerEmbeddings(
  viewEmbeddings: Float32Array,
  { card, head }: { card: AnswerParams; head: Head },
  statedCrop: StatedCrop,
): Detection {
  return detect(computeScores(viewEmbeddings, head, card), card, statedCrop)
}

/**
 * Answers from the mean embedding of a training photo, without a stated crop. The mean counts as the only view, because
 * the embeddings of the single views are not stored.
 */
export const classifyEmbedding = (embedding: ArrayLike<number>, head: Head, card: AnswerParams): Detection =>
  answerEmbeddings(Float32Array.from(embedding), { card, head }, null)

/**
 * Turns scores into an answer with its band. The stated crop is a prior on the fine classes: the farmer knows what grows in
 * the field. Probability on `unlabelled` lowers the confidence: such leaves belong to plants whose diseases the model does
 * not know. Twin of ml/kutu_ml/evaluate/verdict.py.
 */
export function detect(scores: Scores, { classes, decision }: DetectionParams, statedCrop: StatedCrop): Detection {
  const { leafProbability, fineProbabilities, viewProbabilities } = scores
  const prior = computeCropPrior(classes, statedCrop, decision.otherCropPrior)
  const posterior = applyPrior(fineProbabilities, prior)
  const productProbabilities = sumByProductClass(posterior, classes)
  const detectionScores = { leafProbability, fineProbabilities, viewProbabilities, productProbabilities }
  if (leafProbability < decision.leaf.threshold) return { isLeaf: false, ...detectionScores }

  const probabilities = normalizeHealth(productProbabilities)
  const rustClass = healthClasses.reduce((best, name) => (probabilities[name] > probabilities[best] ? name : best))
  const healthTotal = sumHealth(productProbabilities)
  const labeledShare = healthTotal > 0 ? healthTotal / (healthTotal + productProbabilities.unlabelled) : 0
  const confidence = probabilities[rustClass] * labeledShare
  const viewAgreement = Math.min(
    ...viewProbabilities.map(view => normalizeHealth(sumByProductClass(applyPrior(view, prior), classes))[rustClass]),
  )
  const reliability = computeReliability({ confidence, viewAgreement }, decision.reliability)
  const cropShare = computeStatedCropShare(fineProbabilities, classes, statedCrop)
  const otherCrops = sumOtherCrops(fineProbabilities, classes)
  const band = selectBand(reliability, otherCrops, cropShare, decision, statedCrop)
  const namesDisease = rustClass !== 'healthy' && band !== 'unfamiliar' && cropShare >= minStatedCropShare
  const fineClass = selectFineClass(rustClass, productProbabilities[rustClass], posterior, classes, statedCrop)
  return {
    isLeaf: true,
    ...detectionScores,
    rustClass,
    confidence,
    probabilities,
    reliability,
    band,
    verdict: band === 'confident' ? 'confident' : 'uncertain',
    disease: namesDisease ? (fineClass?.disease ?? null) : null,
    crop: statedCrop ?? fineClass?.crop ?? null,
    cropEstimate: estimateCrop(fineProbabilities, classes),
    candidates: selectCandidates(posterior, classes),
  }
}

const maxCandidates = 6

function selectCandidates(fineProbabilities: number[], classes: FineClass[]): Candidate[] {
  const candidates = classes.flatMap(({ productClass, crop, disease }, i) =>
    isHealthClass(productClass)
      ? [{ rustClass: productClass, crop, disease, probability: fineProbabilities[i] ?? 0 }]
      : [],
  )
  return candidates.sort((a, b) => b.probability - a.probability).slice(0, maxCandidates)
}

const isHealthClass = (name: ProductClass): name is HealthClass => healthClasses.some(each => each === name)

const sumHealth = (products: ProductProbabilities) => healthClasses.reduce((sum, name) => sum + products[name], 0)

function normalizeHealth(products: ProductProbabilities): HealthProbabilities {
  const total = sumHealth(products)
  const share = (name: HealthClass) => (total > 0 ? products[name] / total : 1 / healthClasses.length)
  return { common_rust: share('common_rust'), healthy: share('healthy'), other_disease: share('other_disease') }
}

function sumByProductClass(fineProbabilities: number[], classes: FineClass[]): ProductProbabilities {
  const productProbabilities: ProductProbabilities = {
    common_rust: 0,
    healthy: 0,
    other_disease: 0,
    not_leaf: 0,
    unlabelled: 0,
  }
  classes.forEach(({ productClass }, i) => {
    productProbabilities[productClass] += fineProbabilities[i] ?? 0
  })
  return productProbabilities
}

/**
 * Returns the most probable fine class of a product class, if it has at least half of that class's probability. With a
 * stated crop only its own classes count, so that the answer never names a disease of another crop.
 */
function selectFineClass(
  productClass: HealthClass,
  probability: number,
  fineProbabilities: number[],
  classes: FineClass[],
  statedCrop: StatedCrop,
): FineClass | undefined {
  let best = -1
  classes.forEach((entry, i) => {
    if (entry.productClass !== productClass || (statedCrop !== null && entry.crop !== statedCrop)) return
    if ((fineProbabilities[i] ?? 0) > (fineProbabilities[best] ?? -1)) best = i
  })
  return (fineProbabilities[best] ?? 0) >= probability / 2 && probability > 0 ? classes[best] : undefined
}
