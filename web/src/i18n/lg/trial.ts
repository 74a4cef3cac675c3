import type { Translation } from '../catalogs.ts'
import type { trial as english } from '../en/trial.ts'

export const trial: Translation<typeof english> = {
  'trial.title': 'Kebera ekikoola',
  'trial.lead': 'Kya bwereere, tekyetaaga akawunti. Ekifaananyi kisigala ku ssimu eno.',
  'trial.waiting': 'Okuddamu kujja ng’okuwanula kuwedde.',
  'trial.unable': 'Essimu eno tesobodde kukebera kifaananyi. Gezaako nate.',
  'trial.offline': 'Tewali mutimbagano. Kutu agwetaaga omulundi ogusooka gwokka.',
  'trial.learn': 'Laba endwadde z’ebikoola mu kitabo',
  'trial.save': 'Tereka okuddamu kuno',
  'trial.save_note': 'Ggulawo akawunti ya bwereere. Ekifaananyi n’okuddamu bigenda eyo.',
  'trial.save_failed': 'Essimu eno terina kifo kutereka kuddamu.',

  'saved.title': 'Ekikoola kino kikyo?',
  'saved.lead': 'Waliwo eyatereka okuddamu wano nga tonnayingira.',
  'saved.kept': 'Okuddamu kwo kuterekeddwa.',
  'saved.kept_named': 'Okuddamu kwo ku {answer} kuterekeddwa.',
  'saved.photo': 'Ekifaananyi ekyaterekebwa',
  'saved.yes': 'Yee, kiteeke mu byafaayo byange',
  'saved.no': 'Nedda, kisangule',
  'saved.done': 'Ekikoola kye watereka kigenda mu byafaayo byo',
}
