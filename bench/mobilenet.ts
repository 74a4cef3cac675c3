// Our diagnosis beside a MobileNetV2 in float32 at 128 px, as Keras has it: both on one thread, from a JPEG's bytes to the
// answer, by turns. Ours looks at four views of 160 px; the other at one, and draws no heat map.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openVision } from '../packages/vision/src/node.ts'
import { root } from './kutu-server.ts'
import { numberGiven, percentile } from './load.ts'
import { drawnPhotos } from './uploads.ts'

const runs = numberGiven('runs', 40)
const rounds = numberGiven('rounds', 3)

const photos = await drawnPhotos([[1600, 1200]], 8)
const folder = await mkdtemp(join(tmpdir(), 'kutu-bench-'))
const paths = photos.map((_, i) => join(folder, `${i}.jpg`))
await Promise.all(photos.map((photo, i) => writeFile(paths[i] ?? '', photo)))
const python = spawn('/usr/bin/python3', ['bench/mobilenet.py'], { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
const lines = createInterface(python.stdout)[Symbol.asyncIterator]()
const vision = await openVision({ threads: 1 })
try {
  const weights = Number((await nextLine()).split(' ')[1])
  const ours: number[] = []
  const theirs: number[] = []
  const alone: number[] = []
  for (let i = 0; i < runs * (rounds + 1); i++) {
    const began = performance.now()
    await vision.detect(photos[i % photos.length] ?? Buffer.alloc(0))
    const ended = performance.now()
    python.stdin.write(`${paths[i % paths.length]}\n`)
    const [whole = 0, network = 0] = (await nextLine()).split(' ').map(Number)
    if (i < runs) continue
    ours.push(ended - began)
    theirs.push(whole)
    alone.push(network)
  }
  const { bytes, multiplyAdds, views, inputSize, version } = vision.card
  const line = (name: string, values: number[]) =>
    console.log(
      `${name.padEnd(58)}p50 ${percentile(values, 0.5).toFixed(1)} ms   p95 ${percentile(values, 0.95).toFixed(1)} ms`,
    )
  line(`Kutu, model ${version}, ${views.length} views of ${inputSize} px, ${(bytes / 1e6).toFixed(2)} MB`, ours)
  line(`MobileNetV2, one view of 128 px, ${((weights * 4) / 1e6).toFixed(2)} MB of weights`, theirs)
  line('  of it the network', alone)
  console.log(`Kutu takes ${(percentile(ours, 0.5) / percentile(theirs, 0.5)).toFixed(2)} of the time (p50),`)
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
  if (done) throw new Error('mobilenet.py ended: it needs python3-torch, python3-torchvision and python3-pil')
  return value
}
