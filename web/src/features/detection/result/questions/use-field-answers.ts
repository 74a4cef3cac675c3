import type { Analysis, FieldAnswer } from '@kutu/contract/detection'
import { useState } from 'react'
import { type AnalysisRef, makeItem } from '../../../../api/outbox/outbox-item.ts'
import { findAnalysisRef, mergeItem } from '../../../../api/outbox/outbox-store.ts'
import { useOutbox } from '../../../../api/outbox/use-outbox.ts'
import { useUser } from '../../../../api/session/session.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { showError } from '../../../../ui/feedback/toasts.ts'
import { useCountry } from '../../articles/use-country.ts'
import { withAnswers } from '../concluded-analysis.ts'

const isSameLeaf = (a: AnalysisRef, b: AnalysisRef) =>
  'id' in a ? 'id' in b && a.id === b.id : 'itemKey' in b && a.itemKey === b.itemKey

type Options = {
  /** Key of the photo in the outbox, as long as it has no analysis. */
  photoKey: string | undefined
  onAnswers: ((answers: readonly FieldAnswer[]) => void) | undefined
}

/**
 * Returns an analysis with what the farmer has answered at the plant, and a function that changes the answers. Those that the
 * server does not have yet wait in the outbox; a visitor's stay on the screen.
 */
export function useFieldAnswers(analysis: Analysis, { photoKey, onAnswers }: Options) {
  const { t, language } = useTranslation()
  const user = useUser()
  const [country] = useCountry()
  const outbox = useOutbox()
  const [given, setGiven] = useState<readonly FieldAnswer[]>()
  const { id } = analysis
  const ref: AnalysisRef | null = id !== '' ? { id } : photoKey !== undefined ? { itemKey: photoKey } : null
  const waiting = outbox.find(
    ({ kind, data }) => kind === 'answers' && ref !== null && data.analysis !== null && isSameLeaf(data.analysis, ref),
  )
  const answers = given ?? (waiting?.kind === 'answers' ? waiting.data.answers : analysis.answers)

  async function store(newAnswers: readonly FieldAnswer[]) {
    if (ref === null || user === null) return
    // The photo may have become an analysis since it was shown.
    const current = 'id' in ref ? ref : await findAnalysisRef(ref.itemKey)
    if (current === null) return
    const data = { analysis: current, answers: [...newAnswers] }
    await mergeItem(makeItem('answers', data), stored =>
      stored.analysis !== null && isSameLeaf(stored.analysis, current) ? data : undefined,
    )
  }
  const changeAnswers = (newAnswers: readonly FieldAnswer[]) => {
    setGiven(newAnswers)
    onAnswers?.(newAnswers)
    store(newAnswers).catch(() => showError(t('notice.error'), t('questions.not_stored')))
  }
  return {
    answered: answers === analysis.answers ? analysis : withAnswers(analysis, answers, { language, country }),
    changeAnswers,
  }
}
