import type { CropType } from '@kutu/contract/common'

/**
 * Farmers of one district of the demonstration who photograph one crop, so that there are enough of them for weekly counts, or
 * too few to be shown. Nobody signs in as one of them.
 */
export type DemoGrowers = {
  district: string
  crop: CropType
  usernames: readonly string[]
  /** Number of weeks with photos, up to the last one that has ended. More growers join from week to week. */
  weeks: number
  /** Share of the photos that show rust, in a normal week. */
  rustShare: number
  /** In the last weeks, rust spreads, or there is as much as before. */
  course: 'rise' | 'steady'
}

/** Returns a username for each family name and initial, as `S. Nabwire`. */
const nameGrowers = (initials: string, families: string): string[] =>
  [...initials].flatMap(initial => families.split(' ').map(family => `${initial}. ${family}`))

export const demoGrowers: readonly DemoGrowers[] = [
  {
    district: 'UG-mbale',
    crop: 'MAIZE',
    weeks: 53,
    rustShare: 0.26,
    course: 'rise',
    usernames: nameGrowers(
      'SJMA',
      'Wamboga Nabwire Mukhwana Khainza Wafula Nambozo Gidudu Nandutu Masaba Mafabi Namono',
    ),
  },
  {
    district: 'UG-mukono',
    crop: 'MAIZE',
    weeks: 53,
    rustShare: 0.3,
    course: 'rise',
    usernames: nameGrowers('PJRA', 'Ssemakula Nalubega Kato Nansubuga Mukasa Namatovu Lubega Nakimuli Kiwanuka'),
  },
  {
    district: 'UG-lira',
    crop: 'MAIZE',
    weeks: 34,
    rustShare: 0.3,
    course: 'steady',
    usernames: nameGrowers('DGF', 'Odongo Akello Ogwang Auma Okwir Apio Opio Atim'),
  },
  {
    district: 'UG-iganga',
    crop: 'MAIZE',
    weeks: 26,
    rustShare: 0.35,
    course: 'steady',
    usernames: nameGrowers('HKB', 'Waiswa Babirye Isabirye Namugaya Kirunda Mutesi Balikowa'),
  },
  {
    district: 'UG-masaka',
    crop: 'BEANS',
    weeks: 30,
    rustShare: 0.25,
    course: 'steady',
    usernames: nameGrowers('TL', 'Ssekandi Nakirya Muwonge Nassuna Kasozi Nakazibwe'),
  },
  {
    district: 'UG-kapchorwa',
    crop: 'WHEAT',
    weeks: 30,
    rustShare: 0.2,
    course: 'steady',
    usernames: nameGrowers('C', 'Chelangat Kissa Cherop Mangusho Chebet Sikuku Yapyego'),
  },
  // Fewer than five farmers: their numbers are hidden.
  {
    district: 'UG-gulu',
    crop: 'MAIZE',
    weeks: 40,
    rustShare: 0.3,
    course: 'steady',
    usernames: nameGrowers('N', 'Ocen Lamwaka Komakech Aber'),
  },
]
