import { adviseFor } from '@kutu/advice/advise'
import type { CropType, Language } from '@kutu/contract/common'
import type { Analysis, PlantPhoto, QualityWarning } from '@kutu/contract/detection'
import type { DeviceDiagnosis, DevicePlantDiagnosis } from '@kutu/vision/browser'
import { qualityWarnings } from '@kutu/vision/quality'
import { type Finding, settle } from '@kutu/vision/settle'
import { say } from '../../text/say.ts'
import type { DeviceAnswer, DeviceLeaf } from './outbox-item.ts'

/** What this phone says of a leaf; null when it sees none. */
export function answerOf(diagnosis: DeviceDiagnosis): DeviceAnswer | null {
  const leaf = leafOf(diagnosis)
  const { modelVersion } = diagnosis
  return leaf.finding && { finding: leaf.finding, modelVersion, leaves: [leaf], leading: 0, showsHeatmap: true }
}

/** What this phone says of a plant; null when it sees a leaf in none of its photos. */
export function answerOfPlant({ answer, photos, modelVersion }: DevicePlantDiagnosis): DeviceAnswer | null {
  return answer && { ...answer, modelVersion, leaves: photos.map(leafOf) }
}

function leafOf({ detection, affectedArea, heatmapPng }: DeviceDiagnosis): DeviceLeaf {
  if (!detection.isLeaf) return { finding: null, heatmapPng: null }
  const { rustClass, confidence, probabilities, disease, crop, verdict } = detection
  return { finding: { rustClass, confidence, probabilities, disease, crop, verdict, affectedArea }, heatmapPng }
}

/** One photo's pictures, by their addresses on this device. */
export type ShownPhoto = { image: string; heatmap: string | null; quality: QualityWarning[] }
type Told = {
  answer: DeviceAnswer
  crop: CropType | null
  takenAt: string
  photos: readonly ShownPhoto[]
}
type Reader = { id: string; language: Language; country: string | null }

/** This phone's answer in the shape and the words of the server's. It has no id, for nothing is filed yet. */
export function presentHere({ answer, crop, takenAt, photos }: Told, reader: Reader): Analysis {
  const finding = settle(answer.finding, crop)
  const leading = photos[answer.leading]
  return {
    id: '',
    farmer_id: reader.id,
    image: leading?.image ?? '',
    uploaded_at: takenAt,
    heatmap: answer.showsHeatmap ? (leading?.heatmap ?? null) : null,
    model_version: answer.modelVersion,
    quality: qualityWarnings.filter(warning => photos.some(({ quality }) => quality.includes(warning))),
    ...toldOf(finding, reader),
    ...(photos.length > 1 && { photos: photos.map((photo, at) => presentLeaf(photo, answer.leaves[at], at + 1)) }),
  }
}

function toldOf(finding: Finding, { language, country }: Reader) {
  const { rustClass, confidence, probabilities, disease, crop, verdict, affectedArea } = finding
  const advice = adviseFor({ productClass: rustClass, crop, disease, verdict, language, country })
  return {
    rust_class: rustClass,
    confidence,
    probabilities,
    disease,
    crop,
    verdict,
    affected_area: affectedArea,
    feedback: { ...advice.feedback, spray: advice.spray, confidence },
    educational_resources: advice.resources.map(({ id, title, url, description }) => ({
      id,
      title,
      url: `${window.location.origin}${url}`,
      description,
    })),
  }
}

function presentLeaf(
  { image, heatmap, quality }: ShownPhoto,
  leaf: DeviceLeaf | undefined,
  position: number,
): PlantPhoto {
  const finding = leaf?.finding ?? null
  return {
    id: '',
    position,
    is_leaf: finding !== null,
    image,
    heatmap,
    rust_class: finding?.rustClass ?? null,
    confidence: finding?.confidence ?? null,
    verdict: finding?.verdict ?? null,
    quality,
    message: finding === null ? say('plant.left_out', { position }) : null,
  }
}
