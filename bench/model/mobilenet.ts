// Compares the diagnosis with a MobileNetV2 in float32 at 128 px, as Keras ships it. Both run in turns on one thread, from
// JPEG bytes to answer. Kutu uses four views of 160 px; MobileNetV2 one, without a heat map.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openVision } from '../../packages/vision/src/node/vision.ts'
import { root } from '../support/kutu-server.ts'
import { percentile, readIntegerOption } from '../support/load.ts'
import { createPhotos } from '../support/uploads.ts'

const runs = readIntegerOption('runs', 40)
const rounds = readIntegerOption('rounds', 3)

const photos = await createPhotos([[1600, 1200]], 8)
const folder = await mkdtemp(join(tmpdir(), 'kutu-bench-'))
const paths = photos.map((_, i) => join(folder, `${i}.jpg`))
await Promise.all(photos.map((photo, i) => writeFile(paths[i] ?? '', photo)))
const python = spawn('/usr/bin/python3', ['bench/model/mobilenet.py'], {
  cwd: root,
  stdio: ['pipe', 'pipe', 'inherit'],
})
const lines = createInterface(python.stdout)[Symbol.asyncIterator]()
const vision = await openVision({ threads: 1 })
try {
  const weights = Number((await nextLine()).split(' ')[1])
  const kutuTimes: number[] = []
  const mobilenetTimes: number[] = []
  const networkTimes: number[] = []
  for (let i = 0; i < runs * (rounds + 1); i++) {
    const startedAt = performance.now()
    await vision.detect(photos[i % photos.length] ?? Buffer.alloc(0))
    const finishedAt = performance.now()
    python.stdin.write(`${paths[i % paths.length]}\n`)
    const [total = 0, network = 0] = (await nextLine()).split(' ').map(Number)
    if (i < runs) continue
    kutuTimes.push(finishedAt - startedAt)
    mobilenetTimes.push(total)
    networkTimes.push(network)
  }
  const { bytes, multiplyAdds, views, inputSize, version } = vision.card
  const printLine = (name: string, values: number[]) =>
    console.log(
      `${name.padEnd(58)}p50 ${percentile(values, 0.5).toFixed(1)} ms   p95 ${percentile(values, 0.95).toFixed(1)} ms`,
    )
  printLine(
    `Kutu, model ${version}, ${views.length} views of ${inputSize} px, ${(bytes / 1e6).toFixed(2)} MB`,
    kutuTimes,
  )
  printLine(`MobileNetV2, one view of 128 px, ${((weights * 4) / 1e6).toFixed(2)} MB of weights`, mobilenetTimes)
  printLine('  of it the network', networkTimes)
  console.log(
    `Kutu takes ${(percentile(kutuTimes, 0.5) / percentile(mobilenetTimes, 0.5)).toFixed(2)} of the time (p50),`,
  )
  console.log(
    `with ${((multiplyAdds * views.length) / 1e6).toFixed(0)} million multiply-adds against about 100 million.`,
  )
} finally {
  python.stdin.end()
  await vision.close()
  await rm(folder, { recursive: true, force: true })
}

async function nextLine(): Promise<string> {
  const { value, done } = await lines.next()
  if (done) throw new Error('mobilenet.py exited: it needs python3-torch, python3-torchvision and python3-pil')
  return value
}
