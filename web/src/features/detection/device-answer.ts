import { adviseFor } from '@kutu/advice/advise'
import type { CropType, Language } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import type { DeviceDiagnosis } from '@kutu/vision/browser'
import { settle } from '@kutu/vision/settle'
import type { DeviceAnswer } from './outbox.ts'

/** What this phone says of a leaf; null when it sees none. */
export function answerOf({ detection, affectedArea, heatmapPng, modelVersion }: DeviceDiagnosis): DeviceAnswer | null {
  if (!detection.isLeaf) return null
  const { rustClass, confidence, probabilities, disease, crop, verdict } = detection
  const finding = { rustClass, confidence, probabilities, disease, crop, verdict, affectedArea }
  return { finding, modelVersion, heatmapPng }
}

type Told = {
  answer: DeviceAnswer
  crop: CropType | null
  takenAt: string
  /** Addresses of pictures on this device. */
  image: string
  heatmap: string | null
}
type Reader = { id: string; language: Language; country: string | null }

/** This phone's answer in the shape and the words of the server's. It has no id, for nothing is filed yet. */
export function presentHere({ answer, crop, takenAt, image, heatmap }: Told, reader: Reader): Analysis {
  const finding = settle(answer.finding, crop)
  const { rustClass, confidence, probabilities, disease, verdict, affectedArea } = finding
  const { language, country } = reader
  const advice = adviseFor({ productClass: rustClass, crop: finding.crop, disease, verdict, language, country })
  return {
    id: '',
    farmer_id: reader.id,
    image,
    uploaded_at: takenAt,
    rust_class: rustClass,
    confidence,
    probabilities,
    disease,
    crop: finding.crop,
    verdict,
    affected_area: affectedArea,
    heatmap,
    feedback: { ...advice.feedback, spray: advice.spray, confidence },
    educational_resources: advice.resources.map(({ id, title, url, description }) => ({
      id,
      title,
      url: `${window.location.origin}${url}`,
      description,
    })),
    model_version: answer.modelVersion,
  }
}
