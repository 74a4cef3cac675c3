import { isRuntimeThread, judgePhoto, openVision, preparePhoto, type Vision } from '@kutu/vision/browser'
import { VisionError } from '@kutu/vision/vision-error'
import { keepOnly, keptFile, keptPieces } from './kept-files.ts'
import type { Answer, ModelFiles, Numbered, Request } from './protocol.ts'

let vision: Vision | undefined

async function open(files: ModelFiles, threads: number): Promise<Vision> {
  const coming = [files.card, files.head, files.network, files.runtime].map(keptPieces)
  // Where one breaks off the others still arrive, for the next try.
  await Promise.allSettled(coming)
  const [card, head, network, runtime] = await Promise.all(coming)
  if (!(card && head && network && runtime)) throw new Error('The model is not whole')
  const bytes = { card: new Uint8Array(card), head: new Uint8Array(head), network: new Uint8Array(network), runtime }
  const opened = await openVision(bytes, threads)
  return opened
}

/** Lets the head answer that is to; where a new one cannot be had now, whichever did goes on. */
async function answerBy(opened: Vision, { files, refit }: Request & { want: 'opened' }): Promise<void> {
  if (refit === null) opened.takeShipped()
  else if (refit.version !== opened.version) {
    try {
      opened.take(refit.version, headOf(await keptFile(refit.head)))
    } catch {
      return
    }
  }
  await keepOnly([...Object.values(files).flat(), ...(refit ? [refit.head] : [])])
}

/** The server's answer carries the head in base64. */
function headOf(reply: ArrayBuffer): Uint8Array {
  const { head }: { head: string } = JSON.parse(new TextDecoder().decode(reply))
  return Uint8Array.from(atob(head), letter => letter.charCodeAt(0))
}

async function answer(request: Request): Promise<Answer> {
  try {
    if (request.want === 'prepared') {
      const photo = await preparePhoto(request.photo, request.size)
      // One that cannot be judged here is sent all the same.
      const quality = request.thresholds ? await judgePhoto(photo, request.thresholds).catch(() => []) : []
      return { kind: 'prepared', photo, quality }
    }
    if (request.want === 'opened') {
      vision ??= await open(request.files, request.threads)
      await answerBy(vision, request)
      return { kind: 'opened', version: vision.version }
    }
    if (vision === undefined) throw new Error('The model is not open')
    return request.want === 'plant'
      ? { kind: 'plant', diagnosis: await vision.diagnosePlant(request.photos) }
      : { kind: 'diagnosis', diagnosis: await vision.diagnose(request.photo) }
  } catch (error) {
    if (error instanceof VisionError) return { kind: 'refused', word: error.word, message: error.message }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

const tell = (answered: Answer, id: number): void => {
  const numbered: Numbered<Answer> = { ...answered, id }
  self.postMessage(numbered)
}

let last: Promise<void> = Promise.resolve()

function listen({ data }: MessageEvent<Numbered<Request>>): void {
  const work = async () => tell(await answer(data), data.id)
  // A photo is made ready to be sent also while the model is still on its way. The rest goes one after the other: two
  // photos at once would take twice the memory and no less time.
  if (data.want === 'prepared') void work()
  else last = last.then(work)
}

if (!isRuntimeThread()) self.addEventListener('message', listen)
