import type { DeviceDiagnosis } from '@kutu/vision/browser/device-model'
import { diagnoseOnDevice, isModelReady } from '../../../vision/worker-client.ts'

/** Diagnoses of chosen photos, started before they are submitted. A photo that the form drops takes its diagnosis along. */
const startedDiagnoses = new WeakMap<Blob, Promise<DeviceDiagnosis>>()

/** Starts the diagnosis of a prepared photo if that needs no download, so that pressing the button shows an answer at once. */
export async function startDiagnosis(photo: Blob): Promise<void> {
  if (await isModelReady().catch(() => false)) void getDiagnosis(photo).catch(() => undefined)
}

/**
 * Returns the diagnosis of a prepared photo, which may have been started before.
 * @throws OnDeviceUnavailableError; VisionError if the file is not a photo
 */
export function getDiagnosis(photo: Blob): Promise<DeviceDiagnosis> {
  const started = startedDiagnoses.get(photo)
  if (started) return started
  const diagnosis = diagnoseOnDevice(photo)
  startedDiagnoses.set(photo, diagnosis)
  // A failure, such as a lost network, must not be kept.
  diagnosis.catch(() => startedDiagnoses.delete(photo))
  return diagnosis
}
