// Diagnoses per second and p95 of the whole product (sign-in check, upload, decode, four views through the network, heat
// map, re-encoding, database) beside the same backbone behind plain PyTorch and a Python web server, in one run.
import { availableParallelism } from 'node:os'
import { type Running, startKutu, startTorch } from './kutu-server.ts'
import { type Figures, lineOf, load, numberGiven } from './load.ts'
import { drawnPhotos, signedIn, uploadCall } from './uploads.ts'

const calls = numberGiven('calls', 300)
const atOnce = numberGiven('at-once', 8)
const rounds = numberGiven('rounds', 3)
const sizes = [
  [1600, 1200],
  [1024, 1024],
] as const

const photos = await drawnPhotos(sizes, 8)
const kutu = await startKutu()
const torch = await startTorch()
try {
  const token = await signedIn(kutu)
  let sent = 0
  const measure = (server: Running, path: string, count: number) =>
    load(server.url, {
      calls: count,
      atOnce,
      make: index => uploadCall(path, photos[index % photos.length] ?? Buffer.alloc(0), sent++, token),
    })
  const measureKutu = (count: number) => measure(kutu, '/analysis/rust-detection/', count)
  const measureTorch = (count: number) => measure(torch, '/', count)

  console.log(`${availableParallelism()} processors; Kutu from its ${kutu.how}; ${atOnce} uploads at once of`)
  console.log(`${photos.length} JPEGs of ${sizes.map(size => size.join(' x ')).join(' and ')} px\n`)
  await measureKutu(atOnce * 3)
  await measureTorch(atOnce * 3)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    // By turns, so that whatever else the machine does falls on both.
    const ours = await measureKutu(calls)
    const theirs = await measureTorch(calls)
    refuseErrors(ours, '201')
    refuseErrors(theirs, '200')
    ratios.push(ours.perSecond / theirs.perSecond)
    console.log(lineOf(`round ${round}: Kutu`, ours))
    console.log(lineOf(`round ${round}: PyTorch`, theirs))
    console.log(
      `round ${round}: ratio of rates ${ratios.at(-1)?.toFixed(2)}, of p95 ${(theirs.p95 / ours.p95).toFixed(2)}\n`,
    )
  }
  const middle = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)]
  console.log(
    `Kutu answers ${middle?.toFixed(2)} times as many photos a second as plain PyTorch (median of ${rounds} rounds).`,
  )
} finally {
  await Promise.all([kutu.stop(), torch.stop()])
}

/** A refused photo is quickly answered: such a run says nothing. */
function refuseErrors({ statuses, calls: wanted }: Figures, good: string): void {
  if (statuses[good] !== wanted) throw new Error(`not all photos were answered: ${JSON.stringify(statuses)}`)
}
