export type Sample = { name: string; labels: Record<string, string>; value: number }
export type Scrape = {
  contentType: string
  /** Type by metric name, from the TYPE lines. */
  types: Map<string, string>
  samples: Sample[]
  /** Returns the sum of the samples with this name and at least these labels; 0 if there is none. */
  value: (name: string, labels?: Record<string, string>) => number
}

// Prometheus reads NaN in any case, and prom-client writes `Nan`.
const samplePattern = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?(?:[0-9.]+(?:e[+-]?\d+)?|Inf)|[Nn]a[Nn]|\+Inf)$/
const labelPattern = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g

/**
 * Fetches metrics and parses the text format of Prometheus.
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 * @throws Error for a line that the format does not allow
 */
export async function scrapeMetrics(url: string): Promise<Scrape> {
  const response = await fetch(url)
  if (response.status !== 200) throw new Error(`the scrape was answered with ${response.status}`)
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of (await response.text()).split('\n')) {
    const [, typedName, type] = /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line) ?? []
    if (typedName && type) types.set(typedName, type)
    if (line === '' || line.startsWith('# HELP ') || typedName) continue
    const [, name, labels = '', value] = samplePattern.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`not in the text format: ${line}`)
    samples.push({
      name,
      labels: Object.fromEntries([...labels.matchAll(labelPattern)].map(([, label = '', text = '']) => [label, text])),
      value: Number(value.replace('Inf', 'Infinity')),
    })
  }
  const hasLabels = (sample: Sample, labels: Record<string, string>) =>
    Object.entries(labels).every(([label, text]) => sample.labels[label] === text)
  return {
    contentType: response.headers.get('content-type') ?? '',
    types,
    samples,
    value: (name, labels = {}) =>
      samples
        .filter(sample => sample.name === name && hasLabels(sample, labels))
        .reduce((sum, { value }) => sum + value, 0),
  }
}
