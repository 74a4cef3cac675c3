import {
  setDataSaver,
  setTextSize,
  type TextSize,
  textSizes,
  useDataSaver,
  useTextSize,
} from '../../api/device-settings.ts'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ChoiceChips } from '../../ui/form/ChoiceChips.tsx'
import { Card } from '../../ui/layout/Card.tsx'

/** Display settings of this device: text size and data saver mode. */
export function DisplayCard() {
  const { t } = useTranslation()
  const isDataSaverOn = useDataSaver()
  const isExpert = useUser()?.role === 'expert'
  return (
    <>
      <Card title={t('settings.text_size')}>
        <ChoiceChips<TextSize>
          legend={t('settings.text_size_lead')}
          choices={textSizes.map(value => ({ value, label: t(`settings.size_${value}`) }))}
          value={useTextSize()}
          onChange={setTextSize}
        />
      </Card>
      <Card title={t('settings.saver')}>
        <p className="text-muted">
          {t('settings.saver_lead')} {isExpert && t('settings.saver_training')}
        </p>
        <label className="flex min-h-12 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isDataSaverOn}
            onChange={event => setDataSaver(event.target.checked)}
            className="size-6 shrink-0 accent-leaf"
          />
          {t('settings.saver_label')}
        </label>
      </Card>
    </>
  )
}
