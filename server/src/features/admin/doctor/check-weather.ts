import { type CheckContext, type CheckResult, describeError, error, ok } from './check.ts'
import { probe } from './http-probe.ts'

/** Checks that the weather service answers. It gets no coordinates and no key: with them it would count a call. */
export async function checkWeather({ config, timeoutMs }: CheckContext): Promise<CheckResult[]> {
  if (!config.weather) return [ok('weather', 'No weather service is configured; no risk from weather is shown.')]
  const { origin } = new URL(config.weather.url)
  try {
    await probe(origin, 'HEAD', timeoutMs)
    return [ok('weather', 'The weather service answers.')]
  } catch (thrown) {
    return [
      error(
        'weather',
        `The weather service at ${origin} does not answer: ${describeError(thrown)}.`,
        'Check WEATHER_URL and the firewall.',
      ),
    ]
  }
}
