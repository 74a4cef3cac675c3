import { clsx } from 'clsx'
import { Check, ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { usePopup } from '../overlay/use-popup.ts'
import { controlClass, Field, type FieldProps } from './Field.tsx'
import { useListboxKeys } from './use-listbox-keys.ts'
import { useTypeAhead } from './use-type-ahead.ts'

export type SelectOption<Value extends string> = { value: Value; label: string }
type SelectProps<Value extends string> = FieldProps & {
  options: readonly SelectOption<Value>[]
  /** Null or an empty string while nothing is selected. */
  value: Value | '' | null
  onChange: (value: Value) => void
  onBlur?: () => void
  placeholder?: string
  disabled?: boolean
  ref?: Ref<HTMLButtonElement>
}

const typeAheadTimeoutMs = 350

/** A select with a listbox under its button, at most 240 px tall. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  disabled,
  ref,
  ...fieldProps
}: SelectProps<Value>) {
  const { t } = useTranslation()
  const { isOpen, setOpen, container } = usePopup()
  const selectedIndex = options.findIndex(option => option.value === value)
  const selectIndex = (index: number) => {
    const option = options[index]
    if (option) onChange(option.value)
    setOpen(false)
  }
  const onTypeAhead = useTypeAhead(
    options.map(option => option.label),
    typeAheadTimeoutMs,
    selectIndex,
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen) return
    if (onTypeAhead(event) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <Field {...fieldProps}>
      {control => (
        <div ref={container} className="relative">
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
            className={clsx(controlClass, 'flex items-center justify-between gap-2 text-left')}
          >
            <span className={clsx('truncate', selectedIndex < 0 && 'text-muted')}>
              {options[selectedIndex]?.label ?? placeholder ?? t('field.choose')}
            </span>
            <ChevronDown aria-hidden="true" className="size-5 shrink-0" />
          </button>
          {isOpen && (
            <SelectList
              id={`${control.id}-list`}
              {...{ options, selectedIndex, label: fieldProps.label, selectIndex }}
              close={() => setOpen(false)}
            />
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
  selectedIndex,
  selectIndex,
  close,
}: {
  id: string
  label: string
  options: readonly SelectOption<string>[]
  selectedIndex: number
  selectIndex: (index: number) => void
  close: () => void
}) {
  // The list unmounts and would take the focus with it.
  const focusButton = () => document.getElementById(id.slice(0, -'-list'.length))?.focus()
  const selectAndClose = (index: number) => {
    selectIndex(index)
    focusButton()
  }
  const { active, setActive, list, onKeyDown } = useListboxKeys({
    count: options.length,
    selectedIndex,
    onSelect: selectAndClose,
    onClose: () => {
      close()
      focusButton()
    },
  })
  useEffect(() => list.current?.focus(), [list])
  const onTypeAhead = useTypeAhead(
    options.map(option => option.label),
    typeAheadTimeoutMs,
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
        if (onTypeAhead(event)) return
        if (event.key !== ' ') return onKeyDown(event)
        event.preventDefault()
        selectAndClose(active)
      }}
      className="absolute z-20 mt-1 max-h-60 w-full overflow-y-auto rounded-lg border border-edge bg-white py-1 outline-none"
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and handles the keys
        <div
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === selectedIndex}
          tabIndex={-1}
          onClick={() => selectAndClose(index)}
          onPointerMove={() => setActive(index)}
          className={clsx(
            'flex min-h-12 cursor-pointer items-center justify-between gap-2 px-3',
            index === active && 'bg-leaf-tint',
          )}
        >
          {option.label}
          {index === selectedIndex && <Check aria-hidden="true" className="size-5 shrink-0 text-leaf-ink" />}
        </div>
      ))}
    </div>
  )
}
