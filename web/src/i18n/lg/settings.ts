import type { Catalogs, Translation } from '../catalogs.ts'

export const settings: Translation<Catalogs['settings']> = {
  'settings.title': 'Enteekateeka',
  'settings.language_lead': 'Ku kyuma kino, ne mu bbaluwa, obubaka n’okumanyisibwa by’ofuna.',
  'settings.text_size': 'Obunene bw’ennukuta',
  'settings.text_size_lead': 'Mu pulogulaamu yonna, ku kyuma kino.',
  'settings.size_normal': 'Eza bulijjo',
  'settings.size_large': 'Ennene',
  'settings.size_largest': 'Ezisinga obunene',
  'settings.zone': 'Ekitundu ky’essaawa',
  'settings.zone_lead':
    'Essaawa Kutu z’ekubuulira, wano ne mu bbaluwa. Nga tonnalonda, ebiseera n’ebikwate bigoberera ekyuma kino.',
  'settings.zone_default': 'Essaawa za East Africa',
  'settings.zone_now': 'Kati eyo ziri {time}.',
  'settings.saver': 'Kekkereza data',
  'settings.saver_lead':
    'Tewali kifaananyi kijja okutuusa lw’okikwatako. Ekifaananyi ky’oweereza kisooka kukendeezebwa; okuddamu kusigala kwe kumu.',
  'settings.saver_training': 'Ebifaananyi by’osomesesa modeli biweerezebwa nga bwe biri.',
  'settings.saver_label': 'Leeta ebifaananyi nga mbikutteko byokka, era weereza ebikendeezeddwa',
  'settings.news': 'Okumanyisibwa',
  'settings.news_lead': 'By’oyagala okuwulirako, n’engeri gy’obiwuliramu.',
  'settings.news_open': 'Londa okumanyisibwa',
  'settings.email': 'Email yo',
  'settings.email_pending': 'Ggulawo akayungo ke twaweereza ku {email} nga {when} tennatuuka.',
  'settings.email_new': 'Email empya',
  'settings.email_hint': 'Tugiweereza akayungo. Enkadde ekola okutuusa olwo.',
  'settings.email_change': 'Kyusa email yange',
  'settings.devices': 'Gy’oyingiridde',
  'settings.devices_lead': 'Fuluma wonna w’otali, olwo okyuse ekigambo kyo eky’okuyingira.',
  'settings.device': '{browser} ku {system}',
  'settings.device_unknown': 'Ekyuma ekitamanyiddwa',
  'settings.device_this': 'Ekyuma kino',
  'settings.device_used': 'Kyasembayo okukozesebwa {when}',
  'settings.device_since': 'Wayingira {when}',
  'settings.sign_out_there': 'Fuluma eyo',
  'settings.sign_out_of': 'Fuluma eyo: {device}',
  'settings.signed_out': '{device} kifulumye.',
  'settings.sign_out_elsewhere': 'Fuluma awalala wonna',
  'settings.signed_out_elsewhere': '{count, plural, one {Ekyuma # kifulumye.} other {Ebyuma # bifulumye.}}',
  'settings.elsewhere_ask': 'Ofulume awalala wonna?',
  'settings.elsewhere_told':
    'Buli kyuma okuggyako kino kijja kwetaaga okuyingira nate. Ebirindirira okuweerezebwa eyo biyinza okubula.',
  'settings.data': 'Ebikukwatako',
  'settings.data_lead':
    'Fayiro emu erimu byonna Kutu by’ekuterekera: ebikukwatako, obubaka, ebirowoozo, okukebera, ebikwate, ebifaananyi eby’okutendeka, okumanyisibwa, n’ebifaananyi byo. Omulundi gumu olunaku.',
  'settings.data_ask': 'Teekateeka ebinkwatako',
  'settings.data_making': 'Fayiro yo etegekebwa. Ojja kumanyisibwa ng’ewedde; osobola okuva ku lupapula luno.',
  'settings.data_ready':
    'Fayiro yo ewedde: {size}, {photos, plural, =0 {tewali bifaananyi} one {ekifaananyi #} other {ebifaananyi #}}.',
  'settings.data_left_out':
    '{count, plural, one {Ekifaananyi # ekikadde tekyagyiddemu.} other {Ebifaananyi # ebikadde tebyagyiddemu.}}',
  'settings.data_until': 'Osobola okugifuna okutuuka {when}.',
  'settings.data_fetch': 'Wanula fayiro',
  'settings.data_next': 'Osobola okusaba endala okuva {when}.',
  'settings.leaving': 'Okuva ku Kutu',
  'settings.leaving_lead':
    'Akawunti yo n’ebibyo bisazibwawo ddala. Okumala wiiki bbiri okyasobola okukyusa ebirowoozo.',
  'settings.leaving_open': 'Saza akawunti yange',
  'settings.leaving_ask': 'Osaze akawunti yo?',
  'settings.leaving_stay': 'Sigaza akawunti yange',
  'settings.leaving_back':
    'Osobola okukyusa ebirowoozo okumala {days, plural, one {olunaku #} other {ennaku #}}: yingira nate, akawunti esigalewo.',
  'settings.leaving_now': 'Amangu ago',
  'settings.leaving_signed_out': 'Ofulumizibwa ku buli kyuma.',
  'settings.leaving_unbookable': 'Tewali asobola kukwata kiseera naawe.',
  'settings.leaving_appointments':
    '{count, plural, one {Okusisinkana # kusazibwamu} other {Okusisinkana # kusazibwamu}}, n’oludda olulala lutegeezebwa.',
  'settings.leaving_bookings':
    '{count, plural, one {Ekikwate # ekitannaddibwamu kiggwaawo} other {Ebikwate # ebitannaddibwamu biggwaawo}}, n’oludda olulala lutegeezebwa.',
  'settings.leaving_slots':
    '{count, plural, one {Ekiseera # ekiggule kiggalwa.} other {Ebiseera # ebiggule biggalwa.}}',
  'settings.leaving_for_good': 'Bino tebikomawo, ne bw’osigala.',
  'settings.leaving_later': 'Oluvannyuma lwa {days, plural, one {olunaku #} other {ennaku #}}',
  'settings.leaving_deleted':
    'Erinnya lyo, email, ennamba y’essimu, ebifaananyi, okukebera n’okumanyisibwa bisazibwa. Tewali asobola kubizza.',
  'settings.leaving_board': 'Bye wawandiika ku lubaawo bisigalawo. Erinnya lyo awo lifuuka “eyali mmemba”.',
  'settings.leaving_training': 'Ebifaananyi bye wawa okuyigiriza modeli bisigalawo, nga tekuli linnya lyo.',
  'settings.leaving_copy': 'Bw’oba oyagala kkopi, ggalawo wano osooke oteeketeeke ebikukwatako.',
  'settings.leaving_password': 'Ekigambo kyo eky’okuyingira',
}
