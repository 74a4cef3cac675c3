import { ensureDemoAccounts } from './accounts/demo.ts'
import { createApp } from './app.ts'
import { ConfigError, type Mode, readConfig } from './config.ts'
import { ensureDemoSlots } from './consultations/demo.ts'
import { CannotStart } from './db/cannot-start.ts'
import { openLog } from './log.ts'
import { type Opened, openApp } from './open.ts'
import { webFolder } from './places.ts'

/** How long requests in flight may take to finish after a signal. */
const graceMs = 15_000

const mode: Mode = process.argv.includes('--demo') ? 'demo' : process.argv.includes('--dev') ? 'dev' : 'production'

function configOrExit() {
  try {
    return readConfig(process.env, mode)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
}

async function main(): Promise<void> {
  const config = configOrExit()
  const log = openLog(config)
  const { server, ready } = await createApp(config, log, webFolder())
  // Set once opening has begun: a signal then waits for its end, so that no database is left running.
  let opening: Promise<Opened | undefined> = Promise.resolve(undefined)
  let isStopping = false
  const stop = async (why: string, code = 0) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping')
    setTimeout(() => process.exit(1), graceMs).unref()
    await server.close()
    const opened = await opening.catch(() => undefined)
    await opened?.close()
    process.exit(code)
  }
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('SIGTERM', () => void stop('SIGTERM'))
  const onGivenUp = (error: Error) => {
    log.fatal({ err: error }, 'the database is gone')
    void stop('lost database', 1)
  }
  try {
    await server.listen({ port: config.port, host: config.host })
    const openingNow = openApp(config, log, { onGivenUp })
    opening = openingNow
    const opened = await openingNow
    ready(opened)
    const accounts = mode === 'demo' ? await ensureDemoAccounts(opened.app) : []
    if (mode === 'demo') await ensureDemoSlots(opened.app)
    announce(config.publicUrl, accounts)
  } catch (error) {
    if (isStopping) return
    if (error instanceof CannotStart) process.stderr.write(`${error.message}\n`)
    else log.fatal({ err: error }, 'could not start')
    await stop('failed start', 1)
  }
}

function announce(address: string, accounts: { role: string; email: string; password: string }[]): void {
  const lines = accounts.map(({ role, email, password }) => `  ${role.padEnd(7)} ${email}  ${password}`)
  const signIns = lines.length > 0 ? `Sign in with a demonstration account:\n${lines.join('\n')}\n` : ''
  process.stdout.write(`\nKutu is ready on ${address}\n${signIns}\n`)
}

await main()
