import type { Reporter, TestCase } from '@playwright/test/reporter'

/** One last line with the count of journeys: N passed, N failed. */
// biome-ignore lint/style/noDefaultExport: the runner takes nothing else
export default class SummaryReporter implements Reporter {
  private readonly cases = new Set<TestCase>()

  onTestEnd(test: TestCase): void {
    this.cases.add(test)
  }

  onEnd(): void {
    const count = { passed: 0, failed: 0, skipped: 0 }
    for (const test of this.cases) {
      const outcome = test.outcome()
      count[outcome === 'skipped' ? 'skipped' : outcome === 'unexpected' ? 'failed' : 'passed'] += 1
    }
    console.log(`Journeys: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}
