import type { Translation } from '../catalogs.ts'
import type { pages as english } from '../en/pages.ts'

export const pages: Translation<typeof english> = {
  'not_found.title': 'Omuko guno teguliiwo',
  'not_found.message': 'Endagiriro eyinza okuba ng’ewandiikiddwa bubi, oba omuko gusenguddwa.',
  'terms.title': 'Obukwakkulizo n’ebyama',
  'terms.lead':
    'Ky’osobola okusuubira mu Kutu, Kutu ky’esuubira mu ggwe, n’ekituuka ku by’oweereza. Bikola okuva nga 21 Novemba 2026.',
  'terms.what.title': 'Kutu kye ki',
  'terms.what.text':
    'Kutu etunuulira ekifaananyi ky’ekikoola n’egamba oba kirina obutalagge, obulwadde obulala oba kiramu, bw’ekakasa, n’ekisobola okukolebwa leero.',
  'terms.worth.title': 'Okuddamu kugasa kwenkana wa',
  'terms.worth.text':
    'Okuddamu kuteebereza kompyuta kw’ekola okuva mu kifaananyi. Kuyinza okuba okukyamu, era ekyogera bw’eba tekakasa. Nga tonnasaasaanya ssente oba kukuula birime, saba omukungu w’ebyobulimi alabe ennimiro.',
  'terms.advice.title': 'Amagezi n’eddagala',
  'terms.advice.text':
    'Amagezi gatandika n’ebisaasaanya ekitono: ensigo ennamu, ebika ebigumira endwadde, ennimiro ennyonjo. Eddagala ly’obutiko liyogerwako mu bibinja byokka. Ku kika, ekipimo n’obukuumi, goberera ebiwandiikiddwa ku ddagala eryawandiisibwa mu ggwanga lyo.',
  'terms.account.title': 'Akawunti yo',
  'terms.account.text':
    'Wa ebikukwatako ggwe, kuuma ekigambo kyo eky’okuyingira nga kya kyama era kozesa akawunti emu. Abakugu bakeberebwa omukulembeze nga tebannaba kuwa balala magezi. Akawunti ekozesebwa okulumya abalala oba empeereza eno eyinza okuggalwa.',
  'terms.photos.title': 'Ebifaananyi by’oweereza',
  'terms.photos.text':
    'Weereza ebifaananyi by’ebirime byokka. Ekifaananyi nga tekinnaterekebwa, ebikwata ku kifo ne kamera ebikirimu biggyibwamu. Ebifaananyi n’okuddamu kwo biragibwa ggwe wekka, okuggyako ng’olonze okubiraga abalala.',
  'terms.stored.title': 'Ebiterekebwa',
  'terms.stored.text':
    'Endagiriro ya e-mail, erinnya ly’omukozesa, ennamba y’essimu n’ebyo by’owandiika ku nnimiro oba omulimu gwo; ebifaananyi byo n’okuddamu kwabyo; n’ebyafaayo by’enkyukakyuka ng’okwewandiisa n’okukkirizibwa. Ebigambo by’okuyingira ne koodi biterekebwa mu ngeri etayinza kusomebwa nate.',
  'terms.never.title': 'Ebitakolebwa',
  'terms.never.text':
    'Tewali birango wadde kulondoola, tewali kintu ku mpapula zino kiva mu kampuni ndala, era ebikukwatako tebitundibwa.',
  'terms.device.title': 'Ku kyuma kyo',
  'terms.device.text':
    'Bulawuza eno ekuuma okuyingira kwo, olulimi lwo n’empapula z’osobola okusoma nga tewali mutimbagano. Bw’ofuluma, okuyingira kwo kuggyibwawo.',
  'terms.rights.title': 'Eddembe lyo',
  'terms.rights.text':
    'Osobola okulaba n’okutereeza ebikukwatako, n’okusaba kkopi yaabyo oba okubisangula. Mu Uganda etteeka lya Data Protection and Privacy Act, 2019, ne mu Kenya erya Data Protection Act, 2019, ge gakuwa eddembe lino.',
  'terms.contact': 'Engeri y’okututuukako',
  'contact.title': 'Tutuukirire',
  'contact.lead': 'Gw’otuukirira kisinziira ku ky’oyagala.',
  'contact.sign_in.title': 'Tosobola kuyingira',
  'contact.sign_in.text':
    'Tofunye koodi mu e-mail? Sooka otunule mu bubaka obuteetaagibwa, olwo osabe koodi empya: buli emu ekola okumala eddakiika 10. Weerabidde ekigambo ky’okuyingira? Saba akayunzi okuteekawo ekipya.',
  'contact.sign_in.action': 'Teekawo ekigambo ekipya',
  'contact.experts.title': 'Oyagala okwogera n’omukugu',
  'contact.experts.text':
    'Kwatira wano obudde n’omukugu. Bw’otafuna bukugyanira, buuza omukungu w’ebyobulimi ow’eggombolola yo, oba eddwaliro ly’ebirime erikuli okumpi. Twala ekikoola ekibisi mu nsawo ya lupapula, so si ya kaveera, era olage okuddamu Kutu kw’ekuwadde.',
  'contact.experts.action': 'Laba ebiseera by’abakugu',
  'contact.answer.title': 'Okuddamu kwabadde kukyamu',
  'contact.answer.text':
    'Kuba ekifaananyi ekirala: ekikoola kimu, mu kisiikirize, nga kijjuza ekifaananyi, era nga kirabika bulungi. Okuddamu bwe kuba tekunnakwatagana na ky’olaba, kkiriza amaaso go obuuze omukungu w’ebyobulimi.',
  'contact.answer.action': 'Kuba ekifaananyi ekirala',
  'contact.service.title': 'Akawunti yo, ebikukwatako oba empeereza',
  'contact.service.text':
    'Ddamu e-mail yonna Kutu gye yakuweereza. Etuuka ku bantu abaddukanya empeereza eno. Toweerezanga kigambo kyo kya kuyingira wadde koodi: tewali muntu wano ajja kubikusaba.',
}
