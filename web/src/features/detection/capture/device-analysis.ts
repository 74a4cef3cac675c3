import { buildDiagnosisReply } from '@kutu/advice/diagnosis-reply'
import type { Language } from '@kutu/contract/common'
import type { Analysis, AnalysisInput, PlantPhoto, QualityWarning } from '@kutu/contract/detection'
import type { DeviceDiagnosis, DevicePlantDiagnosis } from '@kutu/vision/browser/device-model'
import type { StatedCrop } from '@kutu/vision/inference/crop'
import { toFinding } from '@kutu/vision/inference/detect'
import { qualityWarnings } from '@kutu/vision/quality/photo-quality'
import type { DeviceAnswer, DeviceLeaf } from '../../../api/outbox/outbox-item.ts'
import { t } from '../../../i18n/i18n.ts'
import { diagnoseOnDevice, isModelReady } from '../../../vision/worker-client.ts'

/** The diagnosis of the photos that were given last, which may have been started before they are submitted. */
let latest: { photos: readonly Blob[]; statedCrop: StatedCrop; answer: Promise<DeviceAnswer | null> } | undefined

/**
 * Returns the device's answer about prepared photos of one plant. The same photos with the same crop are diagnosed once.
 * @returns null when none of them shows a leaf
 * @throws OnDeviceUnavailableError; VisionError if one is not a photo
 */
export function getDeviceAnswer(photos: readonly Blob[], statedCrop: StatedCrop): Promise<DeviceAnswer | null> {
  const isSame =
    latest?.statedCrop === statedCrop &&
    latest.photos.length === photos.length &&
    latest.photos.every((photo, index) => photo === photos[index])
  if (latest && isSame) return latest.answer
  const started = { photos, statedCrop, answer: diagnoseOnDevice(photos, statedCrop).then(toDeviceAnswer) }
  latest = started
  // A failure, such as a lost network, must not be kept.
  started.answer.catch(() => {
    if (latest === started) latest = undefined
  })
  return started.answer
}

/** Starts the diagnosis of prepared photos if that needs no download, so that pressing the button shows an answer at once. */
export async function startDiagnosis(photos: readonly Blob[], statedCrop: StatedCrop): Promise<void> {
  if (await isModelReady().catch(() => false)) void getDeviceAnswer(photos, statedCrop).catch(() => undefined)
}

const toDeviceAnswer = ({ answer, photos, modelVersion }: DevicePlantDiagnosis): DeviceAnswer | null =>
  answer && { ...answer, modelVersion, leaves: photos.map(toDeviceLeaf) }

function toDeviceLeaf({ detection, affectedArea, heatmapPng }: DeviceDiagnosis): DeviceLeaf {
  if (!detection.isLeaf) return { finding: null, heatmapPng: null }
  return { finding: toFinding(detection, affectedArea), heatmapPng }
}

/** Object URLs of one photo and its heat map. */
export type DisplayPhoto = { image: string; heatmap: string | null; quality: QualityWarning[] }
type DeviceResult = {
  answer: DeviceAnswer
  input: AnalysisInput
  addedAt: string
  photos: readonly DisplayPhoto[]
}
type Viewer = { id: string; language: Language; country: string | null }

/**
 * Builds an `Analysis` in the server's format from the device's answer. Its id is empty because the server has not
 * stored it yet.
 */
export function buildDeviceAnalysis({ answer, input, addedAt, photos }: DeviceResult, viewer: Viewer): Analysis {
  const { finding } = answer
  const leading = photos[answer.leading]
  return {
    id: '',
    farmer_id: viewer.id,
    image: leading?.image ?? '',
    uploaded_at: addedAt,
    heatmap: answer.showsHeatmap ? (leading?.heatmap ?? null) : null,
    model_version: answer.modelVersion,
    quality: qualityWarnings.filter(warning => photos.some(({ quality }) => quality.includes(warning))),
    ...buildDiagnosisReply(finding, { ...viewer, origin: window.location.origin }),
    crop_type: input.crop_type ?? null,
    crop_estimate: finding.cropEstimate,
    band: finding.band,
    ...(photos.length > 1 && {
      photos: photos.map((photo, index) => buildPlantPhoto(photo, answer.leaves[index], index + 1)),
    }),
  }
}

function buildPlantPhoto(
  { image, heatmap, quality }: DisplayPhoto,
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
    band: finding?.band ?? null,
    quality,
    message: finding === null ? t('plant.left_out', { position }) : null,
  }
}
