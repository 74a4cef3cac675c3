import type { Analysis } from '@kutu/contract/detection'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRef } from 'react'
import { callApi } from '../../../../api/api-client.ts'
import { getErrorMessage } from '../../../../api/errors.ts'
import { useIsOnline } from '../../../../api/offline/use-is-online.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { AnalysisThumbnail } from '../../history/AnalysisThumbnail.tsx'
import { replaceAnalysis } from '../../queries.ts'

/** Asks if a stored photo shows the plant of an earlier one. Afterwards it says so, and one tap takes that back. */
export function SamePlant({ analysis: { id, plant_id, same_plant: other } }: { analysis: Analysis }) {
  const { t, shortDate } = useTranslation()
  const client = useQueryClient()
  const isOnline = useIsOnline()
  const titleRef = useRef<HTMLParagraphElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (same_as: string | null) =>
      callApi('PUT /analysis/rust-detection/{id}/plant/', { params: { id }, body: { same_as } }),
    onSuccess: async placed => {
      replaceAnalysis(client, placed)
      titleRef.current?.focus()
      // The other photos of the plant name this one.
      await client.invalidateQueries({ queryKey: ['analyses'] })
    },
  })
  const isAsking = plant_id === null
  if (isAsking && (!other || !isOnline)) return null
  const date = other ? shortDate(other.uploaded_at) : ''
  return (
    <section className="flex flex-col gap-2 rounded-lg bg-sunken p-3 print:hidden">
      <div className="flex flex-wrap items-center gap-x-3">
        {other && (
          <AnalysisThumbnail key={other.image} src={other.image} className={isAsking ? 'size-20' : 'size-12'} />
        )}
        <p ref={titleRef} tabIndex={-1} className={clsx('grow basis-32', isAsking && 'text-lg leading-snug font-bold')}>
          {isAsking ? t('same_plant.question', { date }) : other ? t('same_plant.is', { date }) : t('same_plant.first')}
        </p>
        {!isAsking && isOnline && (
          <Button
            variant="quiet"
            className="ml-auto shrink-0 max-sm:px-2"
            softDisabled={isPending}
            onClick={() => mutate(null)}
          >
            {t('questions.take_back')}
          </Button>
        )}
      </div>
      {isAsking && other && (
        <div className="grid grid-cols-2 gap-2">
          {(
            [
              ['same_plant.same', other.id],
              ['same_plant.another', id],
            ] as const
          ).map(([label, same_as]) => (
            <Button
              key={label}
              variant="secondary"
              className="max-sm:px-0 max-sm:text-base"
              softDisabled={isPending}
              onClick={() => mutate(same_as)}
            >
              {t(label)}
            </Button>
          ))}
        </div>
      )}
      {error && !isPending && <Notice kind="error">{getErrorMessage(error)}</Notice>}
    </section>
  )
}
