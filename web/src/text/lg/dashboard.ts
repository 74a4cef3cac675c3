import type { Translation } from '../catalogue.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translation<typeof english> = {
  'dashboard.farmer_title': 'Olubaawo lw’Omulimi',
  'dashboard.expert_title': 'Olubaawo lw’Omukugu',
  'dashboard.admin_title': 'Olubaawo lw’Omukulembeze',
  'dashboard.welcome': 'Tukwaniriza, {name}.',
  'dashboard.figures': 'Emiwendo gyo',
  'dashboard.rust': 'Ebifaananyi: Obutalagge',
  'dashboard.healthy': 'Ebifaananyi: Ebiramu',
  'dashboard.other': 'Ebifaananyi: Endwadde Endala',
  'dashboard.total': 'Ebifaananyi Byonna Ebyekenneen\u00adyezebwa',
  'dashboard.monthly': 'Okwekenneenya Ebifaananyi buli Mwezi',
  'dashboard.month': 'Omwezi',
  'dashboard.monthly_rust': 'Obutalagge',
  'dashboard.monthly_healthy': 'Ebiramu',
  'dashboard.monthly_other': 'Endwadde Endala',
  'dashboard.empty.title': 'Tewannabaawo kifaananyi kyekenneenyezebwa',
  'dashboard.empty.farmer': 'Kuba ekifaananyi ky’ekikoola kimu, emiwendo gyo gitandike okubalibwa wano.',
  'dashboard.empty.staff':
    'Abalimi be bateekayo ebifaananyi. Ekifaananyi kyonna ekyekenneenyezebwa ne akawunti eno kijja kubalibwa wano.',
  'dashboard.links': 'Amakubo ag’amangu',
  'dashboard.link.upload': 'Kuba ekifaananyi ky’ekikoola ofune okuddamu',
  'dashboard.link.make_post': 'Buuza abalimi n’abakugu, osome n’abalala bye babuuza',
  'dashboard.link.all_posts': 'Kkiriza, lamba era oddemu ebibuuzo by’abalimi',
  'dashboard.link.education': 'Ebiwandiiko ebituukagana n’okuddamu kwo okwasembyeyo',
  'dashboard.link.articles': 'Ebiwandiiko byonna',
  'dashboard.link.articles_note': 'Buli bulwadde Kutu bw’emanyi, n’eky’okukola',
  'dashboard.link.profile': 'Ebikukwatako n’ekigambo ky’okuyingira',
  'dashboard.link.waiting': 'Kkiriza oba gaana abaagala okuwabula',
  'dashboard.link.audit': 'Ani yakyusa ki, era ddi',
  'dashboard.pending.title': 'Akawunti yo erindirira okukkirizibwa',
  'dashboard.pending.message':
    'Omukulembeze asooka kusoma bikukwatako. Osobola okusoma ebiwandiiko n’okujjuza ebikukwatako kati.',
}
