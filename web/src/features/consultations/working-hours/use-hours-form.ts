import type { WorkingHours } from '@kutu/contract/consultations/working-hours'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showError, showSuccess } from '../../../ui/feedback/toasts.ts'
import { getUserTimeZone } from '../time/format-slot-time.ts'
import { type HoursDraft, toDraft, toRequest } from './hours-draft.ts'
import { useSaveWorkingHours } from './queries.ts'

/** State of the form of working hours: draft, errors by row and saving. */
export function useHoursForm(hours: WorkingHours) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => toDraft(hours, getUserTimeZone()))
  const formRef = useRef<HTMLFormElement>(null)
  const saving = useSaveWorkingHours()

  // Runs after the errors are rendered.
  useEffect(() => {
    if (saving.error) formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [saving.error])

  async function save() {
    if (saving.isPending) return
    try {
      const { added, removed } = await saving.mutateAsync(toRequest(draft))
      showSuccess(t('hours.saved', { added, removed }))
    } catch (error) {
      showError(error)
    }
  }

  return {
    formRef,
    draft,
    /** Changing the draft clears the previous errors. */
    updateDraft: (changes: Partial<HoursDraft>) => {
      if (saving.isError) saving.reset()
      setDraft({ ...draft, ...changes })
    },
    /** Returns the message about a row, such as `periods.0`, or about one of its fields. */
    getRowError: (row: string): string | undefined =>
      saving.error instanceof ApiError
        ? saving.error.errors.find(({ field }) => field === row || field.startsWith(`${row}.`))?.message
        : undefined,
    isSaving: saving.isPending,
    save,
  }
}
