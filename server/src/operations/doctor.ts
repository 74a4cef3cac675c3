// Entry point of `kutu doctor`, apart from the other commands: the health check of the container runs it every half a
// minute, and must not load the database driver and the model.
import { systemClock } from '../clock.ts'
import type { CheckContext, CheckResult } from '../features/admin/doctor/check.ts'
import { checkConfiguration } from '../features/admin/doctor/check-configuration.ts'
import { checkDisk, checkServer } from '../features/admin/doctor/check-server.ts'
import { createReport, formatReport } from '../features/admin/doctor/format-report.ts'
import { modelsDir, readModelChecksums } from '../paths.ts'
import { parseCommandLine } from './parse-command-line.ts'

const usage = `Usage:
  kutu doctor [--quick] [--json] [--send-mail-to ADDRESS]

Checks the installation and says what to mend. Needs the same variables as the server.
  --quick         only settings, the server on this machine and its disk: for health checks
  --json          print the report as JSON
  --send-mail-to  also send a test email to this address

Exits with 1 if there is an error.`

const { values, positionals } = parseCommandLine({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    'send-mail-to': { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

async function check(): Promise<CheckResult[]> {
  const { config, results } = checkConfiguration(process.env)
  if (!config) return results
  const context: CheckContext = {
    config,
    clock: systemClock,
    timeoutMs: 5000,
    modelsDir: modelsDir(),
    modelChecksums: readModelChecksums(),
    sendMailTo: values['send-mail-to'],
  }
  if (values.quick) return [...results, ...(await checkServer(context)), ...(await checkDisk(context))]
  const { runAllChecks } = await import('../features/admin/doctor/run-doctor.ts')
  return [...results, ...(await runAllChecks(context))]
}

if (values.help) process.stdout.write(`${usage}\n`)
else if (positionals.length > 1) {
  process.stderr.write(`kutu doctor takes no ${positionals.slice(1).join(' ')}.\n\n${usage}\n`)
  process.exitCode = 64
} else {
  const report = createReport(await check())
  process.stdout.write(`${values.json ? JSON.stringify(report, null, 2) : formatReport(report)}\n`)
  process.exitCode = report.status === 'error' ? 1 : 0
}
