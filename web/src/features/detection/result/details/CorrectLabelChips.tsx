import type { RustClass } from '@kutu/contract/common'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { ChoiceChips } from '../../../../ui/form/ChoiceChips.tsx'
import { rustClasses } from '../../classes/rust-classes.ts'

/** Asks what a leaf shows whose answer is wrong; null if the reader does not know. */
export function CorrectLabelChips({
  excluded,
  value,
  onChange,
}: {
  /** The wrong answer, which cannot be chosen. */
  excluded: RustClass | undefined
  value: RustClass | null
  onChange: (label: RustClass | null) => void
}) {
  const { t } = useTranslation()
  const choices = [
    { value: 'unknown' as const, label: t('report.unknown') },
    ...rustClasses.filter(name => name !== excluded).map(name => ({ value: name, label: t(`class.${name}`) })),
  ]
  return (
    <ChoiceChips<RustClass | 'unknown'>
      legend={t('report.right')}
      choices={choices}
      value={value ?? 'unknown'}
      onChange={choice => onChange(choice === 'unknown' ? null : choice)}
    />
  )
}
