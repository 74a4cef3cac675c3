import { type CheckContext, type CheckResult, describeError, error, warning } from './check.ts'
import { checkDatabase } from './check-database.ts'
import { checkEmail } from './check-email.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkSecrets } from './check-secrets.ts'
import { checkDisk, checkServer } from './check-server.ts'
import { checkSms } from './check-sms.ts'
import { checkBackups, checkModel, checkStorage } from './check-storage.ts'
import { checkWeather } from './check-weather.ts'

const checks = [
  ['secrets', checkSecrets],
  ['database', checkDatabase],
  ['storage', checkStorage],
  ['disk', checkDisk],
  ['email', checkEmail],
  ['sms', checkSms],
  ['weather', checkWeather],
  ['certificate', checkPublicUrl],
  ['model', checkModel],
  ['backups', checkBackups],
] as const

/** Runs all checks at the same time and returns their results in a fixed order. No check changes anything. */
export async function runAllChecks(context: CheckContext): Promise<CheckResult[]> {
  const results = await Promise.all(
    checks.map(([area, check]) =>
      check(context).catch(thrown => [
        error(area, `The check failed: ${describeError(thrown)}.`, 'Report this message to the developers.'),
      ]),
    ),
  )
  // The server may be stopped while an administrator checks its settings.
  return [...(await checkServer(context, warning)), ...results.flat()]
}
