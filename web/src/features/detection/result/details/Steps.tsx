import type { Analysis } from '@kutu/contract/detection'

/** Shows the numbered advice. Steps that the look-alike questions repeat are left out. */
export function Steps({ analysis, excludedSteps }: { analysis: Analysis; excludedSteps: readonly string[] }) {
  const steps = analysis.feedback.advice.filter(step => !excludedSteps.includes(step))
  return (
    <ol className="flex flex-col gap-4">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            aria-hidden="true"
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-leaf-press font-bold text-white"
          >
            {index + 1}
          </span>
          <span className="max-w-prose pt-1">{step}</span>
        </li>
      ))}
    </ol>
  )
}

export function SprayRules({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-2 pl-6">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
