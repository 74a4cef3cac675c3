import type { CropType } from '@kutu/contract/common'

/**
 * Farmers of one district of the demonstration who photograph one crop every week, so that there are enough of them for weekly
 * counts. Nobody signs in as one of them.
 */
export type DemoGrowers = {
  district: string
  crop: CropType
  usernames: readonly string[]
  /** In the weeks, a disease rises in the end, or there are as many reports in each. */
  course: 'rise' | 'steady'
}

export const demoGrowers: readonly DemoGrowers[] = [
  {
    district: 'UG-mbale',
    crop: 'MAIZE',
    course: 'rise',
    usernames: [
      ...['Wamboga', 'Nabwire', 'Mukhwana', 'Khainza', 'Wafula', 'Nambozo', 'Gidudu', 'Nandutu', 'Masaba', 'Wanyenze'],
      ...['Mafabi', 'Namono', 'Wesonga', 'Khaukha'],
    ],
  },
  {
    district: 'UG-mukono',
    crop: 'BEANS',
    course: 'rise',
    usernames: [
      ...[
        'Ssemakula',
        'Nalubega',
        'Kato',
        'Nansubuga',
        'Mukasa',
        'Namatovu',
        'Lubega',
        'Nakimuli',
        'Kiwanuka',
        'Nanyonga',
      ],
      ...['Sserwadda', 'Nakibuuka'],
    ],
  },
  {
    district: 'UG-lira',
    crop: 'MAIZE',
    course: 'steady',
    usernames: ['Odongo', 'Akello', 'Ogwang', 'Auma', 'Okwir', 'Apio', 'Opio'],
  },
  {
    district: 'UG-iganga',
    crop: 'MAIZE',
    course: 'steady',
    usernames: ['Waiswa', 'Babirye', 'Isabirye', 'Namugaya', 'Kirunda', 'Mutesi', 'Balikowa'],
  },
]
