import type { Translation } from '../catalogue.ts'
import type { common as english } from '../en/common.ts'

export const common: Translation<typeof english> = {
  'app.name': 'Kutu',
  'app.tagline': 'Zuula Mangu. Kola Mangu. Lima n’Amagezi.',
  'app.skip': 'Buuka ogende ku bubaka',

  'action.cancel': 'Sazaamu',
  'action.close': 'Ggalawo',
  'action.retry': 'Gezaako nate',
  'action.search': 'Noonya',
  'action.sign_in': 'Yingira',

  'state.waiting': 'Kitikkibwa…',
  'state.offline': 'Tewali mutimbagano. By’oggulawo edda osobola okubisoma.',
  'state.failed.title': 'Kino tekisobodde kutikkibwa',
  'state.crashed.title': 'Omuko guno gulekedde awo okukola',
  'state.crashed.message': 'Ebikwata ku ggwe biri bulungi. Tikka omuko nate; bwe kiddamu, ddayo ku ntandikwa.',
  'state.reload': 'Tikka omuko nate',
  'state.to_start': 'Genda ku ntandikwa',

  'notice.error': 'Ensobi',
  'notice.success': 'Kiwedde bulungi',
  'notice.region': 'Obubaka',

  'error.offline': 'Tewali mutimbagano. Kebera omutimbagano ogezeeko nate.',
  'error.unreadable': 'Seeva ewadde okuddamu okutasomeka. Gezaako nate oluvannyuma lw’akaseera.',
  'error.session_ended': 'Ekiseera kyo kiweddeko. Yingira nate okweyongerayo.',
  'error.required': 'Jjuza ekifo kino.',

  'menu.main': 'Menyu enkulu',
  'menu.dashboard': 'Olubaawo olukulu',
  'menu.image_analysis': 'Okwekenneenya Ebifaananyi',
  'menu.upload_image': 'Teekayo Ekifaananyi',
  'menu.past_analyses': 'Ebyekenneenyezebwa edda',
  'menu.education_resources': 'Eby’okuyiga',
  'menu.model_card': 'Kaadi ya modeli',
  'menu.community_posts': 'Obubaka bw’Ekibiina',
  'menu.make_post': 'Wandiika Obubaka',
  'menu.my_posts': 'Obubaka bwange',
  'menu.all_posts': 'Obubaka Bwonna',
  'menu.notifications': 'Ebimanyisibwa',
  'menu.administration': 'Obukulembeze',
  'menu.waiting_experts': 'Abakugu abalinda',
  'menu.audit_log': 'Ebyafaayo',
  'menu.profile': 'Ebinkwatako',
  'menu.logout': 'Fuluma',
  'menu.terms': 'Obukwakkulizo n’ebyama',
  'menu.contact': 'Tutuukirire',
  'menu.narrow': 'Fuula menyu enfunda',
  'menu.widen': 'Gaziya menyu',
  'menu.more': 'Ebirala',
  'menu.user': 'omukozesa',
  'menu.account_of': 'Akawunti ya {name}',

  'language.label': 'Olulimi',
  'language.en': 'English',
  'language.sw': 'Kiswahili',
  'language.lg': 'Luganda',
  'language.luganda_note': 'Oluganda lukyalindirira okukeberebwa omusomi enzaalwa.',

  'field.optional': 'si kya tteeka',
  'field.choose': 'Londa',

  'password.show': 'Laga ekigambo ky’okuyingira',
  'password.hide': 'Kweka ekigambo ky’okuyingira',
}
