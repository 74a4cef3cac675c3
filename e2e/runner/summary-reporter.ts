import type { Reporter, TestCase } from '@playwright/test/reporter'

/** Prints the number of passed, failed and skipped tests on the last line. */
// biome-ignore lint/style/noDefaultExport: Playwright requires a default export
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
    console.log(`End-to-end: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`)
  }
}
