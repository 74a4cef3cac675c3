import type { Translation } from '../catalogue.ts'
import type { controls as english } from '../en/controls.ts'

export const controls: Translation<typeof english> = {
  'breadcrumbs.label': 'Oli wano',
  'breadcrumbs.home': 'Awaka',
  'password.strength': 'Amaanyi g’ekigambo ky’okuyingira',
  'password.level.too_weak': 'Kinafu nnyo',
  'password.level.weak': 'Kinafu',
  'password.level.medium': 'Kya wakati',
  'password.level.strong': 'Kya maanyi',
  'password.score.risky': 'kya bulabe',
  'password.score.guessable': 'kyangu okuteebereza',
  'password.score.weak': 'kinafu',
  'password.score.safe': 'kituufu',
  'password.score.secure': 'kinywevu',
  'password.hint':
    'Ennukuta ezitakka wansi wa 8 nga mulimu entono, ennene, ennamba n’akabonero, oba ebigambo by’ennukuta 15 n’okusingawo.',

  'phone.country_code': 'Koodi y’eggwanga',
  'phone.search': 'Noonya eggwanga',
  'phone.number': 'Ennamba y’essimu',
  'phone.example': 'Ekyokulabirako:',
  'phone.choose': 'Londa eggwanga',
  'phone.invalid': 'Eno si nnamba ya ssimu enzijuvu ey’eggwanga ly’olonze.',
  'phone.no_country': 'Tewali ggwanga lya linnya eryo',

  'upload.camera': 'Kuba ekifaananyi',
  'upload.choose': 'Londa ekifaananyi',
  'upload.drop': 'oba kisuule wano',
  'upload.limits': 'JPEG oba PNG, tekisukka MB 5',
  'upload.too_big': 'Fayiro nnene nnyo (ekkomo: MB 5)',
  'upload.wrong_type': 'Ekika kya fayiro tekikkirizibwa',
  'upload.heic':
    'Ebifaananyi ebya HEIC tebisobola kusomebwa wano. Teeka kamera ku JPEG okube ekifaananyi nate. iPhone: Settings, Camera, Formats, Most Compatible. Samsung: enteekateeka za kamera, ggyako High efficiency pictures.',
  'upload.one_only': 'Oyinza okuteekayo ekifaananyi kimu kyokka omulundi gumu',
  'upload.unsupported_type': 'Ekika kya fayiro kino tekikkirizibwa',
  'upload.image_unreadable': 'Ekifaananyi kino kyonoonese tekisomeka. Kikube nate.',
  'upload.image_too_large': 'Ekifaananyi kino kinene nnyo (kisukka megapikiseli 50). Londa obunene obutono ku kkamera.',
  'upload.preview': 'Ekifaananyi ky’olonze',
  'upload.remove': 'Ggyawo ekifaananyi',
  'upload.progress': 'Ekifaananyi kiweerezebwa',

  'paging.label': 'Emiko',
  'paging.previous': 'Egiyise',
  'paging.next': 'Egiddako',
  'paging.range': '{from} okutuuka ku {to} ku {count}',
}
