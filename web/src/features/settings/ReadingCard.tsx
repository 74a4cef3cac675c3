import { chooseTextSize, saveData, type TextSize, textSizes, useIsSavingData, useTextSize } from '../../api/device.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Card } from '../../ui/Card.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'

/** How this device shows things: the size of all text, whether photos come by themselves, and how large they go. */
export function ReadingCard() {
  const { t } = useText()
  const isSaving = useIsSavingData()
  const isExpert = useUser()?.role === 'expert'
  return (
    <>
      <Card title={t('settings.text_size')}>
        <ChoiceChips<TextSize>
          legend={t('settings.text_size_lead')}
          choices={textSizes.map(value => ({ value, label: t(`settings.size_${value}`) }))}
          value={useTextSize()}
          onChange={chooseTextSize}
        />
      </Card>
      <Card title={t('settings.saver')}>
        <p className="text-muted">
          {t('settings.saver_lead')} {isExpert && t('settings.saver_training')}
        </p>
        <label className="flex min-h-12 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isSaving}
            onChange={event => saveData(event.target.checked)}
            className="size-6 shrink-0 accent-leaf"
          />
          {t('settings.saver_label')}
        </label>
      </Card>
    </>
  )
}
