// Measures sign-ins per second. Most of the time is argon2id password hashing, which is slow by design.
import { availableParallelism } from 'node:os'
import { startKutu } from '../support/kutu-server.ts'
import { formatLoadResult, readIntegerOption, runLoad } from '../support/load.ts'

const calls = readIntegerOption('calls', 500)
const kutu = await startKutu()
try {
  const body = Buffer.from(JSON.stringify({ email: kutu.email, password: kutu.password }))
  const createRequest = () => ({ path: '/api/auth/login/', headers: { 'content-type': 'application/json' }, body })
  console.log(`${availableParallelism()} processors; Kutu from its ${kutu.buildKind}\n`)
  await runLoad(kutu.url, { calls: 20, concurrency: 4, createRequest })
  for (const concurrency of [1, 4, 16]) {
    const result = await runLoad(kutu.url, { calls, concurrency, createRequest })
    if (result.statuses['200'] !== calls) throw new Error(`not all signed in: ${JSON.stringify(result.statuses)}`)
    console.log(formatLoadResult(`sign-in, concurrency ${concurrency}`, result))
  }
} finally {
  await kutu.stop()
}
