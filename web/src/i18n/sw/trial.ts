import type { Translation } from '../catalogs.ts'
import type { trial as english } from '../en/trial.ts'

export const trial: Translation<typeof english> = {
  'trial.title': 'Kagua jani',
  'trial.lead': 'Bure, bila akaunti. Picha yako inabaki kwenye simu hii.',
  'trial.waiting': 'Jibu litakuja upakuaji ukikamilika.',
  'trial.unable': 'Simu hii haikuweza kukagua picha. Tafadhali jaribu tena.',
  'trial.offline': 'Hakuna mtandao. Kutu inauhitaji mara ya kwanza tu.',
  'trial.learn': 'Angalia magonjwa ya majani kwenye mwongozo',
  'trial.save': 'Hifadhi jibu hili',
  'trial.save_note': 'Fungua akaunti ya bure. Picha na jibu vitaenda huko.',
  'trial.save_failed': 'Simu hii haina nafasi ya kuhifadhi jibu.',

  'saved.title': 'Je, jani hili ni lako?',
  'saved.lead': 'Mtu alihifadhi jibu hapa kabla hujaingia.',
  'saved.kept': 'Jibu lako limehifadhiwa.',
  'saved.kept_named': 'Jibu lako la {answer} limehifadhiwa.',
  'saved.photo': 'Picha iliyohifadhiwa',
  'saved.yes': 'Ndiyo, liweke kwenye historia yangu',
  'saved.no': 'Hapana, lifute',
  'saved.done': 'Jani ulilohifadhi linaenda kwenye historia yako',
}
