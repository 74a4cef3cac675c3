import { expectTypeOf, it } from 'vitest'
import type { useScheduleForm } from './use-schedule-form.ts'

it('the form for a time takes the actions that need one, and no other', () => {
  expectTypeOf<Parameters<typeof useScheduleForm>[0]['action']>().toEqualTypeOf<'approve' | 'reschedule'>()
})
