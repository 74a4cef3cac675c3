// Sign-ins per second: each hashes the password with argon2id, which is meant to be dear.
import { availableParallelism } from 'node:os'
import { startKutu } from './kutu-server.ts'
import { lineOf, load, numberGiven } from './load.ts'

const calls = numberGiven('calls', 500)
const kutu = await startKutu()
try {
  const body = Buffer.from(JSON.stringify({ email: kutu.email, password: kutu.password }))
  const make = () => ({ path: '/api/auth/login/', headers: { 'content-type': 'application/json' }, body })
  console.log(`${availableParallelism()} processors; Kutu from its ${kutu.how}\n`)
  await load(kutu.url, { calls: 20, atOnce: 4, make })
  for (const atOnce of [1, 4, 16]) {
    const figures = await load(kutu.url, { calls, atOnce, make })
    if (figures.statuses['200'] !== calls) throw new Error(`not all signed in: ${JSON.stringify(figures.statuses)}`)
    console.log(lineOf(`sign-in, ${atOnce} at once`, figures))
  }
} finally {
  await kutu.stop()
}
