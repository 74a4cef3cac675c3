import { classNames } from '../class-names.ts'

/** A checkbox with a label. `isIndeterminate` shows that only some of the items it stands for are checked. */
export function Checkbox({
  label,
  accessibleName,
  isChecked,
  isIndeterminate = false,
  onCheckedChange,
  labelClassName = accessibleName === undefined ? '' : 'max-sm:hidden',
}: {
  label: string
  /** The accessible name, beginning with the label. On a phone the visible label is hidden. */
  accessibleName?: string
  isChecked: boolean
  isIndeterminate?: boolean
  onCheckedChange: (isChecked: boolean) => void
  /** Class of the visible label, instead of the default. */
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
