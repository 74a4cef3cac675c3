import type { DeviceDiagnosis } from '@kutu/vision/browser/device-model'
import type { StatedCrop } from '@kutu/vision/inference/crop'
import { diagnoseOnDevice, isModelReady } from '../../../vision/worker-client.ts'

type StartedDiagnosis = { statedCrop: StatedCrop; diagnosis: Promise<DeviceDiagnosis> }

/** Diagnoses of chosen photos, started before they are submitted. A photo that the form drops takes its diagnosis along. */
const startedDiagnoses = new WeakMap<Blob, StartedDiagnosis>()

/** Starts the diagnosis of a prepared photo if that needs no download, so that pressing the button shows an answer at once. */
export async function startDiagnosis(photo: Blob, statedCrop: StatedCrop): Promise<void> {
  if (await isModelReady().catch(() => false)) void getDiagnosis(photo, statedCrop).catch(() => undefined)
}

/**
 * Returns the diagnosis of a prepared photo, which may have been started before. Another stated crop starts a new one.
 * @throws OnDeviceUnavailableError; VisionError if the file is not a photo
 */
export function getDiagnosis(photo: Blob, statedCrop: StatedCrop): Promise<DeviceDiagnosis> {
  const started = startedDiagnoses.get(photo)
  if (started?.statedCrop === statedCrop) return started.diagnosis
  const diagnosis = diagnoseOnDevice(photo, statedCrop)
  startedDiagnoses.set(photo, { statedCrop, diagnosis })
  // A failure, such as a lost network, must not be kept.
  diagnosis.catch(() => startedDiagnoses.delete(photo))
  return diagnosis
}
