import { join } from './join.ts'

/** A box to tick with its words; `isMixed` where only some of what it stands for is ticked. */
export function Checkbox({
  label,
  name,
  isChecked,
  isMixed = false,
  onCheck,
  labelLook = name === undefined ? '' : 'max-sm:hidden',
}: {
  label: string
  /** What a screen reader says instead, beginning with the label; on a phone the box stands without its label. */
  name?: string
  isChecked: boolean
  isMixed?: boolean
  onCheck: (isChecked: boolean) => void
  /** Where the label is to be seen, if not as above. */
  labelLook?: string
}) {
  return (
    <label className="flex min-h-12 min-w-12 cursor-pointer items-center justify-center gap-3">
      <input
        type="checkbox"
        aria-label={name}
        checked={isChecked}
        ref={box => {
          if (box) box.indeterminate = isMixed
        }}
        onChange={event => onCheck(event.target.checked)}
        className="size-6 shrink-0 cursor-[inherit] accent-leaf-press"
      />
      <span className={join(labelLook)}>{label}</span>
    </label>
  )
}
