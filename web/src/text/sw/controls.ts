import type { Translation } from '../catalogue.ts'
import type { controls as english } from '../en/controls.ts'

export const controls: Translation<typeof english> = {
  'breadcrumbs.label': 'Uko hapa',
  'breadcrumbs.home': 'Mwanzo',
  'password.strength': 'Nguvu ya nenosiri',
  'password.level.too_weak': 'Dhaifu mno',
  'password.level.weak': 'Dhaifu',
  'password.level.medium': 'Wastani',
  'password.level.strong': 'Imara',
  'password.score.risky': 'hatari',
  'password.score.guessable': 'rahisi kukisia',
  'password.score.weak': 'dhaifu',
  'password.score.safe': 'salama',
  'password.score.secure': 'salama sana',
  'password.hint':
    'Angalau herufi 8 zenye herufi ndogo, herufi kubwa, nambari na alama, au kifungu cha herufi 15 au zaidi.',

  'phone.country_code': 'Msimbo wa nchi',
  'phone.search': 'Tafuta nchi',
  'phone.number': 'Nambari ya simu',
  'phone.example': 'Mfano:',
  'phone.choose': 'Chagua nchi',
  'phone.invalid': 'Hii si nambari kamili ya simu ya nchi uliyochagua.',
  'phone.no_country': 'Hakuna nchi yenye jina hilo',

  'upload.camera': 'Piga picha',
  'upload.choose': 'Chagua picha',
  'upload.drop': 'au iburute hapa',
  'upload.limits': 'JPEG au PNG, isizidi MB 5',
  'upload.too_big': 'Faili ni kubwa mno (kikomo: MB 5)',
  'upload.wrong_type': 'Aina ya faili haikubaliki',
  'upload.heic':
    'Picha za muundo wa HEIC haziwezi kusomwa hapa. Weka kamera kwenye JPEG upige picha tena. iPhone: Settings, Camera, Formats, Most Compatible. Samsung: mipangilio ya kamera, zima High efficiency pictures.',
  'upload.one_only': 'Unaweza kupakia picha moja tu kwa wakati mmoja',
  'upload.unsupported_type': 'Aina hii ya faili haikubaliwi',
  'upload.image_unreadable': 'Picha hii imeharibika na haisomeki. Tafadhali ipige tena.',
  'upload.image_too_large':
    'Picha hii ina pikseli nyingi mno (zaidi ya megapikseli 50). Chagua ukubwa mdogo kwenye kamera.',
  'upload.preview': 'Picha uliyochagua',
  'upload.remove': 'Ondoa picha',
  'upload.progress': 'Picha inatumwa',

  'paging.label': 'Kurasa',
  'paging.previous': 'Iliyotangulia',
  'paging.next': 'Inayofuata',
  'paging.range': '{from} hadi {to} kati ya {count}',
}
