import type { Translation } from '../catalogs.ts'
import type { trial as english } from '../en/trial.ts'

export const trial: Translation<typeof english> = {
  'trial.title': 'Kebera ekikoola',
  'trial.lead': 'Kya bwereere, tekyetaaga akawunti. Ekifaananyi kisigala ku ssimu eno.',
  'trial.camera': 'Kuba ekifaananyi',
  'trial.choose': 'Londa ekifaananyi',
  'trial.looking': 'Tutunuulira ekikoola…',
  'trial.waiting': 'Okuddamu kujja ng’okuwanula kuwedde.',
  'trial.ready': 'Byonna biwedde. Okuddamu tekwetaaga mutimbagano.',
  'trial.no_leaf': 'Tetulaba kikoola wano. Sembeza essimu ku kikoola kimu.',
  'trial.unable': 'Essimu eno tesobodde kukebera kifaananyi. Gezaako nate.',
  'trial.offline': 'Tewali mutimbagano. Kutu agwetaaga omulundi ogusooka gwokka.',
  'trial.another_photo': 'Kuba ekifaananyi ekirala',
  'trial.learn': 'Laba endwadde z’ebikoola mu kitabo',
  'trial.save': 'Tereka okuddamu kuno',
  'trial.save_note': 'Ggulawo akawunti ya bwereere. Ekifaananyi n’okuddamu bigenda eyo.',
  'trial.save_own_note': 'Kugenda mu byafaayo byo.',
  'trial.save_failed': 'Essimu eno terina kifo kutereka kuddamu.',

  'saved.title': 'Ekikoola kino kikyo?',
  'saved.lead': 'Waliwo eyatereka okuddamu wano nga tonnayingira.',
  'saved.photo': 'Ekifaananyi ekyaterekebwa',
  'saved.yes': 'Yee, kiteeke mu byafaayo byange',
  'saved.no': 'Nedda, kisangule',
  'saved.done': 'Ekikoola kye watereka kigenda mu byafaayo byo',
}
