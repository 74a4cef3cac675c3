import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../text/use-text.ts'
import { controlClass, Field, type FieldLook } from './Field.tsx'
import { join } from './join.ts'
import { useListKeys } from './use-list-keys.ts'
import { usePressOutside } from './use-press-outside.ts'
import { useTypeAhead } from './use-type-ahead.ts'

export type SelectOption<Value extends string> = { value: Value; label: string }
type SelectProps<Value extends string> = FieldLook & {
  options: readonly SelectOption<Value>[]
  /** `null` while nothing is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
  placeholder?: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

const typeAheadClearsAfter = 350

/** One choice of a list. The list opens under the button, at most 240 px tall. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  disabled,
  ref,
  ...look
}: SelectProps<Value>) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const close = useCallback(() => setOpen(false), [])
  usePressOutside(box, isOpen, close)
  const chosen = options.findIndex(option => option.value === value)
  const choose = (index: number) => {
    const option = options[index]
    if (option) onChange(option.value)
    setOpen(false)
  }
  const onLetter = useTypeAhead(
    options.map(option => option.label),
    typeAheadClearsAfter,
    choose,
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen) return
    if (onLetter(event) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <Field {...look}>
      {control => (
        <div ref={box} className="relative">
          <button
            {...control}
            ref={ref}
            type="button"
            role="combobox"
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-controls={`${control.id}-list`}
            disabled={disabled}
            onClick={() => setOpen(!isOpen)}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
            className={join(controlClass, 'flex items-center justify-between gap-2 text-left')}
          >
            <span className={join('truncate', chosen < 0 && 'text-muted')}>
              {options[chosen]?.label ?? placeholder ?? t('field.choose')}
            </span>
            <ChevronDown aria-hidden="true" className="size-5 shrink-0" />
          </button>
          {isOpen && (
            <SelectList id={`${control.id}-list`} {...{ options, chosen, label: look.label, choose, close }} />
          )}
        </div>
      )}
    </Field>
  )
}

function SelectList({
  id,
  label,
  options,
  chosen,
  choose,
  close,
}: {
  id: string
  label: string
  options: readonly SelectOption<string>[]
  chosen: number
  choose: (index: number) => void
  close: () => void
}) {
  // The list goes, and would take the focus along.
  const leave = () => document.getElementById(id.slice(0, -'-list'.length))?.focus()
  const pick = (index: number) => {
    choose(index)
    leave()
  }
  const { active, setActive, list, onKeyDown } = useListKeys({
    count: options.length,
    chosen,
    onPick: pick,
    onClose: () => {
      close()
      leave()
    },
  })
  useEffect(() => list.current?.focus(), [list])
  const onLetter = useTypeAhead(
    options.map(option => option.label),
    typeAheadClearsAfter,
    setActive,
  )
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={-1}
      onKeyDown={event => {
        if (onLetter(event)) return
        if (event.key !== ' ') return onKeyDown(event)
        event.preventDefault()
        pick(active)
      }}
      className="absolute z-20 mt-1 max-h-60 w-full overflow-y-auto rounded-lg border border-edge bg-white py-1 outline-none"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list holds the focus and handles the keys
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          onClick={() => pick(index)}
          onPointerMove={() => setActive(index)}
          className={join(
            'flex min-h-12 cursor-pointer items-center justify-between gap-2 px-3',
            index === active && 'bg-leaf-tint',
          )}
        >
          {option.label}
          {index === chosen && <Check aria-hidden="true" className="size-5 shrink-0 text-leaf-ink" />}
        </div>
      ))}
    </div>
  )
}
