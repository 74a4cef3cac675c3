import { useId } from 'react'

export type Choice<Value extends string> = { value: Value; label: string }

/** Radio buttons drawn as chips, for a few choices that are all visible. */
export function ChoiceChips<Value extends string>({
  legend,
  choices,
  value,
  onChange,
}: {
  legend: string
  choices: readonly Choice<Value>[]
  /** Undefined while nothing is chosen. */
  value: Value | undefined
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(choice => (
          <label
            key={choice.value}
            className="relative inline-flex min-h-12 cursor-pointer items-center rounded-full border border-edge bg-white px-4 hover:border-ink has-checked:border-leaf-press has-checked:bg-leaf-tint has-checked:font-bold has-checked:text-leaf-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-full outline-none"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
