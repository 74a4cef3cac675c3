import { createAppServer } from './app.ts'
import { systemClock } from './clock.ts'
import { type Config, ConfigError, type Mode, readConfig } from './config.ts'
import { ensureDemoAccounts } from './features/accounts/demo-accounts.ts'
import { getCertificateStatus } from './features/admin/system/certificate-status.ts'
import { ensureDemoSlots } from './features/consultations/slots/demo-slots.ts'
import { beforeHistory, fillDemo } from './features/demo/fill-demo.ts'
import { refreshSimulatedWeather, startSimulatedWeather, withWeather } from './features/demo/simulated-weather.ts'
import { listMissingControllerVariables } from './features/privacy/privacy-notice.ts'
import { createLogger } from './logger.ts'
import { type OpenedApp, openApp } from './open-app.ts'
import { parseCommandLine } from './operations/parse-command-line.ts'
import { findWebFolder } from './paths.ts'
import { getDevMailboxUrl } from './platform/email/dev-mailbox-url.ts'
import { listen } from './platform/http/listen.ts'
import { startMetricsServer } from './platform/observability/metrics.ts'
import { StartupError } from './platform/startup-error.ts'
import { ensureDataFolder, requireUsableFolder } from './platform/storage/usable-folder.ts'
import { tasks } from './tasks.ts'

/** Time for requests in flight to finish after a signal, in milliseconds. */
const graceMs = 15_000

const { values: flags } = parseCommandLine({
  options: { demo: { type: 'boolean' }, dev: { type: 'boolean' }, 'without-history': { type: 'boolean' } },
})
const mode: Mode = flags.demo ? 'demo' : flags.dev ? 'dev' : 'production'

function readConfigOrExit() {
  try {
    const config = readConfig(process.env, mode)
    ensureDataFolder(config.dataDir)
    const writesBackups = config.role === 'all' || config.role === 'worker'
    if (config.backups) requireUsableFolder('BACKUP_DIR', config.backups.folder, writesBackups)
    return config
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof StartupError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(error instanceof ConfigError ? 78 : 1)
  }
}

const observe = (opened: OpenedApp) => ({
  ...opened,
  readCertificateEnd: async () => (await getCertificateStatus(opened.app)).valid_until,
})

async function main(): Promise<void> {
  const environment = readConfigOrExit()
  const weather =
    mode === 'demo' && !environment.weather ? await startSimulatedWeather(() => systemClock.now()) : undefined
  const config = weather ? withWeather(environment, weather) : environment
  const log = createLogger(config)
  const missing = listMissingControllerVariables(config)
  if (missing.length > 0) log.warn({ missing }, 'the privacy page does not say who runs this server')
  for (const warning of config.warnings) log.warn(warning)
  const { server, activate } = await createAppServer(config, log, findWebFolder())
  // Set once opening has started: a signal then waits for its end, so that no database process is left running.
  let opening: Promise<OpenedApp | undefined> = Promise.resolve(undefined)
  let observed: OpenedApp | undefined
  let isStopping = false
  const stop = async (reason: string, code = 0) => {
    if (isStopping) return
    isStopping = true
    log.info({ reason }, 'stopping')
    setTimeout(() => process.exit(1), graceMs).unref()
    await server.close()
    // An error while opening is reported below.
    const opened = await opening.catch(() => undefined)
    await opened?.close()
    await weather?.close()
    process.exit(code)
  }
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('SIGTERM', () => void stop('SIGTERM'))
  // scripts/start.mjs was killed, which started this process.
  process.once('disconnect', () => void stop('disconnect'))
  const onDatabaseLost = (error: Error) => {
    log.fatal({ err: error }, 'the database was lost')
    void stop('lost database', 1)
  }
  try {
    await listen(server, config)
    if (config.metrics)
      await startMetricsServer(config.metrics, {
        log,
        tasks: Object.keys(tasks),
        getObserved: () => observed && observe(observed),
      })
    const openPromise = openApp(config, log, { onDatabaseLost })
    opening = openPromise
    const opened = await openPromise
    activate(opened)
    observed = opened
    // Without a line in the log for every audit entry, which would hide the sign-ins.
    const demoApp = { ...opened.app, log: log.child({}, { level: 'warn' }) }
    const accounts = mode === 'demo' ? await ensureDemoAccounts(beforeHistory(demoApp)) : []
    if (mode === 'demo') await ensureDemoSlots(demoApp)
    printReadyMessage(config, accounts)
    // The server runs on if this fails. A stop meanwhile closes the database, which is no failure.
    if (mode === 'demo' && !flags['without-history']) {
      const history = await fillDemo(demoApp, line => process.stdout.write(`${line}\n`)).catch(err => {
        if (!isStopping) log.error({ err }, 'the demonstration could not be filled')
      })
      // The first ones have scrolled away.
      if (history) printReadyMessage(config, accounts)
    }
    // After a pause of some days, at once instead of at the time of the job.
    if (mode === 'demo')
      await refreshSimulatedWeather(demoApp).catch(err => {
        if (!isStopping) log.error({ err }, 'the weather of the demonstration could not be fetched')
      })
  } catch (error) {
    if (isStopping) return
    if (error instanceof StartupError) process.stderr.write(`${error.message}\n`)
    else log.fatal({ err: error }, 'could not start')
    await stop('failed start', 1)
  }
}

function printReadyMessage(config: Config, accounts: { role: string; email: string; password: string }[]): void {
  const lines = accounts.map(({ role, email, password }) => `  ${role.padEnd(7)} ${email}  ${password}`)
  const signIns = lines.length > 0 ? `Sign in with a demonstration account:\n${lines.join('\n')}\n` : ''
  const exception =
    mode === 'demo' && config.adminSecondFactor === 'optional'
      ? 'Admins need no second factor here. Set ADMIN_SECOND_FACTOR=required to require one.\n'
      : ''
  const mailbox = mode === 'production' ? '' : `Emails are shown at ${getDevMailboxUrl(config)}\n`
  process.stdout.write(`\nKutu is ready on ${config.appUrl}\n${signIns}${exception}${mailbox}\n`)
}

await main()
