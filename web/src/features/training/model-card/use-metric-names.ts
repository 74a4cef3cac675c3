import type { DatasetFigures, ModelDetails } from '@kutu/contract/training/training'
import { useTranslation } from '../../../i18n/use-translation.ts'

/** Data sets in display order: test sets before the validation set, which selected the model. */
const setNames = ['test_field', 'test_lab', 'val'] as const
const setOrder: readonly string[] = setNames
export const classNames = ['common_rust', 'healthy', 'other_disease', 'not_leaf'] as const
const supportedCrops = ['MAIZE', 'BEANS', 'WHEAT', 'RICE'] as const
const otherCrops = ['apple', 'blackgram', 'chilli', 'groundnut', 'pepper', 'weed', 'other', 'all'] as const
const settings = ['field', 'lab'] as const
const backgrounds = ['its own', 'black', 'grey', 'white'] as const

/** Patterns of the corruption names in card.json. The named group `by` is the strength. */
const corruptionPatterns = [
  [/^as it is$/, 'model_card.hardship.none'],
  [/^JPEG quality (?<by>\d+)$/, 'model_card.hardship.jpeg'],
  [/^dark: (?<by>\d+) stops less light$/, 'model_card.hardship.dark'],
  [/^blurred: sigma (?<by>\d+%) of the short side$/, 'model_card.hardship.blurred'],
  [/^turned by 90, 180 or 270 degrees$/, 'model_card.hardship.turned'],
  [/^tilted by (?<by>\d+) degrees$/, 'model_card.hardship.tilted'],
  [/^one half covered$/, 'model_card.hardship.covered'],
  [/^thumbnail of (?<by>\d+) px$/, 'model_card.hardship.thumbnail'],
] as const

/** Returns functions that localize names of card.json. Unknown names are returned unchanged. */
export function useMetricNames() {
  const { t } = useTranslation()
  const setName = (name: string): string => {
    const known = setNames.find(candidate => candidate === name)
    return known ? t(`model_card.set.${known}`) : name.replaceAll('_', ' ')
  }
  const className = (name: (typeof classNames)[number]): string =>
    name === 'not_leaf' ? t('model_card.not_leaf') : t(`class.${name}`)
  const cropName = (name: string): string => {
    const supportedCrop = supportedCrops.find(crop => crop.toLowerCase() === name)
    if (supportedCrop) return t(`crop.${supportedCrop}`)
    const other = otherCrops.find(crop => crop === name)
    return other ? t(`model_card.crop.${other}`) : name
  }
  const groupName = (name: string): string => {
    const [crop = '', setting = ''] = name.split(', ')
    const known = settings.find(candidate => candidate === setting)
    return known ? `${cropName(crop)}, ${t(`model_card.setting.${known}`)}` : name
  }
  const backgroundName = (name: string): string => {
    const known = backgrounds.find(background => background === name)
    return known ? t(`model_card.ground.${known}`) : name
  }
  const corruptionName = (name: string): string => {
    for (const [pattern, key] of corruptionPatterns) {
      const match = pattern.exec(name)
      if (match) return t(key, { by: match.groups?.by ?? '' })
    }
    return name
  }
  /** `val, field` or `test_lab, PlantVillage`: a data set and a subset of it. */
  const subsetName = (name: string): string => {
    const [set = '', ...rest] = name.split(', ')
    const part = rest.join(', ')
    const setting = settings.find(candidate => candidate === part)
    return [setName(set), setting ? t(`model_card.setting.${setting}`) : part].filter(Boolean).join(', ')
  }
  return { setName, sortSets, className, cropName, groupName, backgroundName, corruptionName, subsetName }
}

function sortSets(measured: ModelDetails['measured']): [string, DatasetFigures][] {
  const rank = (name: string) => {
    const index = setOrder.indexOf(name)
    return index < 0 ? setNames.length : index
  }
  return Object.entries(measured).sort(([one], [other]) => rank(one) - rank(other))
}
