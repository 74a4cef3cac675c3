/** A box to tick with its words; `isMixed` where only some of what it stands for is ticked. */
export function Checkbox({
  label,
  isChecked,
  isMixed = false,
  isLabelHidden = false,
  onCheck,
}: {
  label: string
  isChecked: boolean
  isMixed?: boolean
  isLabelHidden?: boolean
  onCheck: (isChecked: boolean) => void
}) {
  return (
    <label className="flex min-h-12 min-w-12 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={isChecked}
        ref={box => {
          if (box) box.indeterminate = isMixed
        }}
        onChange={event => onCheck(event.target.checked)}
        className="size-6 shrink-0 cursor-[inherit] accent-leaf-press"
      />
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  )
}
