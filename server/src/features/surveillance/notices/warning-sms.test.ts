import { allCards, findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { districts } from '@kutu/places/districts'
import { expect, it } from 'vitest'
import { countSeptets, maxSeptets } from '../../../platform/sms/gsm7.ts'
import { buildWarningSms } from './warning-sms.ts'

const longestDistrict = districts.toSorted((a, b) => b.name.length - a.name.length)[0]?.code ?? ''
const warning = {
  ...{
    id: '',
    week: '',
    is_c2_alarm: true,
    is_c3_alarm: true,
    rising_districts: null,
    rising_weeks: null,
    state: 'confirmed' as const,
    proposed_at: new Date(),
  },
  ...{ decided_at: new Date(), decline_reason: null, valid_until: '2026-12-28', district: longestDistrict },
}
const subjects = allCards.flatMap(({ crop, diseases }) =>
  crop === null
    ? []
    : diseases.map(disease => ({ crop, disease })).filter(each => findDiseaseCard(each.crop, each.disease)),
)

it('an SMS about any disease fits into one message, with its link', () => {
  expect(subjects.length).toBeGreaterThan(10)
  const link = 'https://kutu.example.org'
  for (const subject of subjects)
    for (const language of ['en', 'sw', 'lg'] as const) {
      const text = buildWarningSms(language, { ...warning, ...subject }, link)
      expect(countSeptets(text)).toBeLessThanOrEqual(maxSeptets)
      expect(text.endsWith(`${link}/account/warnings`)).toBe(true)
    }
})
