import type { ErrorCode } from '@kutu/contract/errors'
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, getErrorMessage } from '../../api/errors.ts'
import { showError } from '../feedback/toasts.ts'

/** An error message for each invalid field. */
export type FormErrors<Values> = { [Name in keyof Values]?: string | undefined }

type TextName<Values> = { [Name in keyof Values]: string extends Values[Name] ? Name : never }[keyof Values] & string
type Focusable = { focus: () => void }
type TextControl = HTMLInputElement | HTMLTextAreaElement

type FormOptions<Values> = {
  /** Lists the fields in the order of the screen, because the first invalid one gets the focus. */
  initialValues: Values
  /** Checks the values before each submission. After the first one, visible errors are checked again on every change. */
  validate?: (values: Values) => FormErrors<Values> | Promise<FormErrors<Values>>
  /** Called with valid values. Errors that it throws are shown at their fields and in a toast. */
  onSubmit: (values: Values) => Promise<unknown>
  /** The field that an API error code belongs to, for errors that name no field. */
  errorFields?: { [Code in ErrorCode]?: keyof Values }
  /** The field to focus when the form appears. */
  initialFocus?: keyof Values | undefined
  /** If true, an error that is shown at a field also gets a toast. Defaults to true; false suits dialogs, which show both. */
  toastsFieldErrors?: boolean
  /** Returns the message of an error for the toast. Defaults to `getErrorMessage`. */
  getMessage?: (error: unknown) => string
  /** Called with all values when the user changes a field. */
  onChange?: (values: Values) => void
  /** Called when `validate` has found errors. */
  onInvalid?: (errors: FormErrors<Values>) => void
  /** Called when `onSubmit` has failed, after the errors are shown. */
  onError?: (error: unknown) => void
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>

/**
 * Holds the state of a form: values, errors, submission and focus. Use `text(name)` for inputs and text areas and
 * `control(name)` for components with a value of their own, such as `Select`.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { initialValues, validate, onSubmit } = options
  const [values, setRenderedValues] = useState(initialValues)
  const [ruleErrors, setRuleErrors] = useState<FormErrors<Values>>({})
  const [serverErrors, setServerErrors] = useState<FormErrors<Values>>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const [focusRequest, setFocusRequest] = useState(
    options.initialFocus === undefined ? undefined : { name: options.initialFocus },
  )
  const latestValues = useRef(initialValues)
  const controls = useRef(new Map<keyof Values, Focusable>())
  const textControls = useRef(new Map<keyof Values, TextControl>())
  const hasSubmitted = useRef(false)
  const isBusy = useRef(false)
  const latestCheck = useRef(0)
  const names = getFieldNames(initialValues)
  const findErrors = async (): Promise<FormErrors<Values>> => (await validate?.(latestValues.current)) ?? {}
  const getError = (name: keyof Values): string | undefined => serverErrors[name] ?? ruleErrors[name]

  // Focuses once the error is on screen, so that the browser scrolls to both.
  useEffect(() => {
    if (focusRequest) controls.current.get(focusRequest.name)?.focus()
  }, [focusRequest])
  const focus = (name: keyof Values) => setFocusRequest({ name })

  function focusFirst(errors: FormErrors<Values>) {
    const first = names.find(name => errors[name] !== undefined)
    if (first !== undefined) focus(first)
  }

  /** Sets values without checking them. */
  function setValues(changes: Partial<Values>) {
    latestValues.current = { ...latestValues.current, ...changes }
    setRenderedValues(latestValues.current)
  }

  function changeValue(name: keyof Values, value: unknown) {
    latestValues.current = { ...latestValues.current, [name]: value }
    setRenderedValues(latestValues.current)
    setServerErrors(current => ({ ...current, [name]: undefined }))
    options.onChange?.(latestValues.current)
    if (hasSubmitted.current) void checkAgain(name)
  }

  /** Checks the changed field and the fields with a visible error, so that other fields stay quiet until submitted. */
  async function checkAgain(changed: keyof Values) {
    latestCheck.current += 1
    const check = latestCheck.current
    const found = await findErrors()
    if (check !== latestCheck.current) return
    setRuleErrors(visible => {
      const next: FormErrors<Values> = {}
      for (const name of names) if (name === changed || visible[name] !== undefined) next[name] = found[name]
      return next
    })
  }

  /** Shows errors at their fields and focuses the first one. */
  function showErrors(errors: FormErrors<Values>) {
    setServerErrors(errors)
    focusFirst(errors)
  }

  /** Takes over texts that a password manager filled in without an input event. */
  function readTexts() {
    for (const [name, { value }] of textControls.current)
      if (latestValues.current[name] !== value) latestValues.current = { ...latestValues.current, [name]: value }
    setRenderedValues(latestValues.current)
  }

  async function submit() {
    if (isBusy.current) return
    isBusy.current = true
    readTexts()
    hasSubmitted.current = true
    latestCheck.current += 1
    setSubmitting(true)
    setServerErrors({})
    try {
      const found = await findErrors()
      setRuleErrors(found)
      focusFirst(found)
      if (names.some(name => found[name] !== undefined)) options.onInvalid?.(found)
      else await onSubmit(latestValues.current)
    } catch (error) {
      const found: FormErrors<Values> =
        error instanceof ApiError ? getServerErrors(error, names, options.errorFields) : {}
      const isAtField = names.some(name => found[name] !== undefined)
      if (!isAtField || options.toastsFieldErrors !== false) showError((options.getMessage ?? getErrorMessage)(error))
      showErrors(found)
      options.onError?.(error)
    } finally {
      isBusy.current = false
      setSubmitting(false)
    }
  }

  function reset() {
    hasSubmitted.current = false
    latestCheck.current += 1
    setRuleErrors({})
    setServerErrors({})
    setValues(initialValues)
  }

  const register = (name: keyof Values) => (element: Focusable | null) => {
    if (element) controls.current.set(name, element)
    else controls.current.delete(name)
  }
  const registerText = (name: keyof Values) => (element: TextControl | null) => {
    register(name)(element)
    if (element) textControls.current.set(name, element)
    else textControls.current.delete(name)
  }

  return {
    values,
    isSubmitting,
    /** Props of an input or text area. */
    text: <Name extends TextName<Values>>(name: Name) => ({
      name,
      ref: registerText(name),
      value: values[name],
      error: getError(name),
      onChange: (event: ChangeEvent<TextControl>) => changeValue(name, event.target.value),
    }),
    /** Props of a component that calls `onChange` with its value. */
    control: <Name extends keyof Values>(name: Name) => ({
      ref: register(name),
      value: values[name],
      error: getError(name),
      onChange: (value: Values[Name]) => changeValue(name, value),
    }),
    setValues,
    showErrors,
    focus,
    reset,
    submit: (event?: FormEvent) => {
      event?.preventDefault()
      void submit()
    },
  }
}

const getFieldNames = <Values extends object>(values: Values): (keyof Values)[] =>
  Object.keys(values) as (keyof Values)[]

/** Returns the server's messages by field. A message about a list item (`crops.2`) belongs to its list. */
function getServerErrors<Values>(
  error: ApiError,
  names: readonly (keyof Values)[],
  errorFields: FormOptions<Values>['errorFields'] = {},
): FormErrors<Values> {
  const found: FormErrors<Values> = {}
  for (const [code, name] of Object.entries(errorFields)) if (error.code === code) found[name] = error.message
  for (const { field, message } of error.errors) {
    const name = names.find(each => each === field.split('.')[0])
    if (name !== undefined) found[name] = message
  }
  return found
}
