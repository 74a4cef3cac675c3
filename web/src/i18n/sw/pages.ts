import type { Translation } from '../catalogs.ts'
import type { pages as english } from '../en/pages.ts'

export const pages: Translation<typeof english> = {
  'not_found.title': 'Ukurasa huu haupo',
  'not_found.message': 'Huenda anwani imeandikwa vibaya, au ukurasa umehamishwa.',
  'terms.title': 'Masharti na faragha',
  'terms.lead':
    'Unachoweza kutarajia kutoka Kutu, Kutu inachotarajia kutoka kwako, na kinachotokea kwa unachotuma. Yanatumika tangu tarehe 21 Novemba 2026.',
  'terms.what.title': 'Kutu ni nini',
  'terms.what.text':
    'Kutu huangalia picha ya jani na kusema kama lina kutu, ugonjwa mwingine au ni zima, ina uhakika kiasi gani, na nini kinaweza kufanywa leo.',
  'terms.worth.title': 'Jibu lina thamani gani',
  'terms.worth.text':
    'Jibu ni makadirio yanayofanywa na kompyuta kutokana na picha. Linaweza kukosea, na husema wazi lisipokuwa na uhakika. Kabla hujatumia fedha au kung’oa mimea, mwombe afisa wa kilimo akague shamba.',
  'terms.advice.title': 'Ushauri na dawa',
  'terms.advice.text':
    'Ushauri huanza na kinachogharimu kidogo: mbegu safi, aina zinazostahimili magonjwa, shamba safi. Dawa za kuvu hutajwa kwa kundi tu. Kuhusu bidhaa, kipimo na usalama, fuata maelezo ya bidhaa iliyosajiliwa nchini mwako.',
  'terms.account.title': 'Akaunti yako',
  'terms.account.text':
    'Toa taarifa zako mwenyewe, tunza nenosiri lako kwa siri na tumia akaunti moja. Wataalamu hukaguliwa na msimamizi kabla ya kuwashauri wengine. Akaunti inayotumiwa kuwadhuru wengine au huduma inaweza kufungwa.',
  'terms.photos.title': 'Picha unazotuma',
  'terms.photos.text':
    'Tuma picha za mimea tu. Kabla picha haijahifadhiwa, data ya mahali na ya kamera iliyomo huondolewa. Picha na majibu yako huonyeshwa kwako tu, isipokuwa uchague kuwaonyesha wengine.',
  'terms.stored.title': 'Kinachohifadhiwa',
  'terms.stored.text':
    'Barua pepe, jina la mtumiaji, nambari ya simu na taarifa unazoandika kuhusu shamba au kazi yako; picha zako na majibu yake; na kumbukumbu ya mabadiliko kama kujisajili na kuidhinishwa. Manenosiri na misimbo huhifadhiwa kwa namna isiyoweza kusomwa tena.',
  'terms.never.title': 'Kisichofanyika',
  'terms.never.text':
    'Hakuna matangazo wala ufuatiliaji, hakuna chochote kwenye kurasa hizi kinachopakiwa kutoka kampuni nyingine, na taarifa zako haziuzwi.',
  'terms.device.title': 'Kwenye kifaa chako',
  'terms.device.text':
    'Kivinjari hiki hutunza kuingia kwako, lugha yako na kurasa unazoweza kusoma bila mtandao. Ukitoka, kuingia kwako huondolewa.',
  'terms.rights.title': 'Haki zako',
  'terms.rights.text':
    'Unaweza kuona na kusahihisha taarifa zako, na kuomba nakala yake au ifutwe. Nchini Uganda Sheria ya Ulinzi wa Data na Faragha ya 2019, na nchini Kenya Sheria ya Ulinzi wa Data ya 2019, zinakupa haki hizi.',
  'terms.contact': 'Jinsi ya kutufikia',
  'contact.title': 'Wasiliana nasi',
  'contact.lead': 'Wa kumwendea hutegemea unachohitaji.',
  'contact.sign_in.title': 'Huwezi kuingia',
  'contact.sign_in.text':
    'Hujapata msimbo kwenye barua pepe? Angalia kwanza kwenye barua taka, kisha uombe msimbo mpya: kila mmoja hutumika kwa dakika 10. Umesahau nenosiri? Omba kiungo cha kuweka jipya.',
  'contact.sign_in.action': 'Weka nenosiri jipya',
  'contact.experts.title': 'Unataka kuongea na mtaalamu',
  'contact.experts.text':
    'Panga muda na mtaalamu hapa. Usipopata unaokufaa, muulize afisa wa kilimo wa kata au wadi yako, au kliniki ya mimea iliyo karibu. Beba jani bichi kwenye mfuko wa karatasi, si wa plastiki, na uonyeshe jibu lililotolewa na Kutu.',
  'contact.experts.action': 'Tazama nafasi za wataalamu',
  'contact.answer.title': 'Jibu lilikuwa na makosa',
  'contact.answer.text':
    'Piga picha ya pili: jani moja, kivulini, lijaze picha, na liwe wazi. Jibu likizidi kutofautiana na unachokiona, amini macho yako na umuulize afisa wa kilimo.',
  'contact.answer.action': 'Piga picha nyingine',
  'contact.service.title': 'Akaunti yako, data yako au huduma',
  'contact.service.text':
    'Jibu barua pepe yoyote uliyotumiwa na Kutu. Huwafikia watu wanaoendesha huduma hii. Usitume kamwe nenosiri lako wala msimbo: hakuna mtu hapa atakayeviomba.',
}
