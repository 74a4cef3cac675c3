import { classNames } from '../class-names.ts'

/** A box to tick with its words; `isMixed` where only some of what it stands for is ticked. */
export function Checkbox({
  label,
  accessibleName,
  isChecked,
  isIndeterminate = false,
  onCheckedChange,
  labelClassName = accessibleName === undefined ? '' : 'max-sm:hidden',
}: {
  label: string
  /** What a screen reader says instead, beginning with the label; on a phone the box stands without its label. */
  accessibleName?: string
  isChecked: boolean
  isIndeterminate?: boolean
  onCheckedChange: (isChecked: boolean) => void
  /** Where the label is to be seen, if not as above. */
  labelClassName?: string
}) {
  return (
    <label className="flex min-h-12 min-w-12 cursor-pointer items-center justify-center gap-3">
      <input
        type="checkbox"
        aria-label={accessibleName}
        checked={isChecked}
        ref={input => {
          if (input) input.indeterminate = isIndeterminate
        }}
        onChange={event => onCheckedChange(event.target.checked)}
        className="size-6 shrink-0 cursor-[inherit] accent-leaf-press"
      />
      <span className={classNames(labelClassName)}>{label}</span>
    </label>
  )
}
