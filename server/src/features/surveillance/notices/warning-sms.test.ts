import { allCards, findDiseaseCard } from '@kutu/advice/cards/all-cards'
import { getShortForm, getShortTitle } from '@kutu/advice/cards/short-forms'
import { districts } from '@kutu/places/districts'
import { describe, expect, it } from 'vitest'
import { countParts, countSeptets, toGsm7 } from '../../../platform/sms/gsm7.ts'
import { buildWarningSms, buildWithdrawalSms } from './warning-sms-text.ts'

/** Parts of the longest SMS about a warning, where the address of the server (`PUBLIC_URL`) is not longer than below. */
const maxSmsParts = 3
const maxAddressLength = 40

const longestDistrict = districts.toSorted((a, b) => b.name.length - a.name.length)[0]?.code ?? ''
/** An origin of 40 characters, and an account number that is far away. */
const link = `https://${'k'.repeat(32)}/stop#${'z'.repeat(12)}${(99_999_999).toString(36)}`
const subjects = allCards.flatMap(card => (card.crop === null ? [] : card.diseases.map(disease => ({ card, disease }))))
const languages = ['en', 'sw', 'lg'] as const

describe('the SMS of a warning', () => {
  it('has the disease, the place, the end, three steps, the signs and the link, in three parts, in every language', () => {
    expect(subjects.length).toBeGreaterThan(15)
    const tooLong: string[] = []
    for (const { card, disease } of subjects)
      for (const language of languages) {
        const crop = card.crop ?? ''
        expect(findDiseaseCard(crop, disease)).toBe(card)
        const warning = { crop, disease, district: longestDistrict, valid_until: '2027-12-28' }
        const text = buildWarningSms(language, warning, link)
        const form = getShortForm(card)
        if (!form) throw new Error(`${card.id} has no short form: add it to short-forms.ts`)
        const lines = text.split('\n')
        expect(lines).toHaveLength(6)
        expect(lines[0]).toContain(toGsm7(getShortTitle(card)[language]))
        expect(lines[0]).toContain(districts.find(({ code }) => code === longestDistrict)?.name)
        expect(lines[0]).toContain('28 ')
        expect(lines.slice(1, 4)).toEqual(form.steps.map((step, i) => `${i + 1} ${toGsm7(step[language])}`))
        expect(lines[4]).toContain(toGsm7(form.signs[language]))
        expect(lines[5]?.endsWith(link)).toBe(true)
        if (countParts(text) > maxSmsParts) tooLong.push(`${card.id} ${language}: ${countSeptets(text)} septets`)
      }
    expect(tooLong).toEqual([])
  })

  it('has three parts at most for every disease, district and month, with the longest address', () => {
    expect(new URL(link).origin).toHaveLength(maxAddressLength)
    // The last days of months, because their names differ in length.
    const months = Array.from({ length: 12 }, (_, month) => `2027-${String(month + 1).padStart(2, '0')}-28`)
    const places = [
      ...districts.flatMap(({ code }) =>
        ['2027-02-28', '2027-09-30'].map(valid_until => ({ district: code, valid_until })),
      ),
      ...months.map(valid_until => ({ district: longestDistrict, valid_until })),
    ]
    for (const language of languages) {
      const parts = subjects.flatMap(({ card, disease }) =>
        places.map(place => countParts(buildWarningSms(language, { crop: card.crop ?? '', disease, ...place }, link))),
      )
      expect(Math.max(...parts)).toBe(maxSmsParts)
    }
  })

  it('has only GSM 7-bit letters, so that Luganda is not paid as UCS-2', () => {
    const warning = { crop: 'wheat', disease: 'stem_rust', district: 'UG-kapchorwa', valid_until: '2026-12-08' }
    expect(buildWarningSms('lg', warning, 'https://kutu.example.org/stop#1')).toBe(
      [
        "Kutu: Obutalagge bw'enduli z'eng'ng'aano buloopebwa okusinga bulijjo mu Kapchorwa n'okumpi. Okulabula okutuuka nga 8 Des.",
        '1 Kyamangu: omukugu akikakase leero.',
        "2 Kitegeeze ofiisi y'omulimisa (KALRO, NARO).",
        '3 Tolinda kumala kusaasaana.',
        'Noonya: amabwa amawanvu amamyufu, ne ku nduli.',
        'Komya SMS: https://kutu.example.org/stop#1',
      ].join('\n'),
    )
  })
})

describe('the SMS that a warning no longer holds', () => {
  it('has one part of GSM 7-bit letters for every disease and the longest district, in every language', () => {
    for (const { card, disease } of subjects)
      for (const language of languages) {
        const text = buildWithdrawalSms(language, { crop: card.crop ?? '', disease, district: longestDistrict }, link)
        expect(countParts(text), text).toBe(1)
        expect(countSeptets(text), text).toBeLessThanOrEqual(160)
        expect(text).toContain(toGsm7(getShortTitle(card)[language]))
        expect(text).toContain(districts.find(({ code }) => code === longestDistrict)?.name)
      }
  })

  it('has the link that stops these SMS where it fits', () => {
    const warning = { crop: 'wheat', disease: 'stem_rust', district: 'UG-kapchorwa' }
    const text = "Kutu: Okulabula kuno tekukyakola: Obutalagge bw'enduli z'eng'ng'aano, Kapchorwa."
    const short = 'https://kutu.example.org/stop#1'
    expect(buildWithdrawalSms('lg', warning, short)).toBe(`${text}\nKomya SMS zino: ${short}`)
    expect(buildWithdrawalSms('lg', warning, link)).toBe(text)
  })
})
