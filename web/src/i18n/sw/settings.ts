import type { Catalogs, Translation } from '../catalogs.ts'

export const settings: Translation<Catalogs['settings']> = {
  'settings.title': 'Mipangilio',
  'settings.language_lead': 'Kwenye kifaa hiki, na katika barua, ujumbe mfupi na arifa unazopokea.',
  'settings.text_size': 'Ukubwa wa maandishi',
  'settings.text_size_lead': 'Kwa programu nzima, kwenye kifaa hiki.',
  'settings.size_normal': 'Kawaida',
  'settings.size_large': 'Kubwa',
  'settings.size_largest': 'Kubwa zaidi',
  'settings.zone': 'Ukanda wa saa',
  'settings.zone_lead':
    'Saa ambayo Kutu hukuambia, hapa na kwenye barua. Hadi uchague, nafasi na miadi hufuata kifaa hiki.',
  'settings.zone_default': 'Saa za Afrika Mashariki',
  'settings.zone_now': 'Sasa ni {time} huko.',
  'settings.saver': 'Okoa data',
  'settings.saver_lead':
    'Hakuna picha inayopakiwa hadi uiguse. Picha unayotuma hupunguzwa kwanza; majibu hubaki yale yale.',
  'settings.saver_training': 'Picha unazofundishia modeli hutumwa zilivyo.',
  'settings.saver_label': 'Pakia picha ninapozigusa tu, na tuma zilizopunguzwa',
  'settings.news': 'Arifa',
  'settings.news_lead': 'Unachopenda kuarifiwa, na kwa njia gani.',
  'settings.news_open': 'Chagua arifa',
  'settings.devices': 'Mahali ulipoingia',
  'settings.devices_lead': 'Ondoka mahali ambapo si wewe, kisha badilisha nenosiri lako.',
  'settings.device': '{browser} kwenye {system}',
  'settings.device_unknown': 'Kifaa kisichojulikana',
  'settings.device_this': 'Kifaa hiki',
  'settings.device_used': 'Kilitumika mara ya mwisho {when}',
  'settings.device_since': 'Uliingia {when}',
  'settings.sign_out_there': 'Ondoka hapo',
  'settings.sign_out_of': 'Ondoka hapo: {device}',
  'settings.signed_out': '{device} kimeondolewa.',
  'settings.sign_out_elsewhere': 'Ondoka kwingine kote',
  'settings.signed_out_elsewhere': '{count, plural, one {Kifaa # kimeondolewa.} other {Vifaa # vimeondolewa.}}',
  'settings.elsewhere_ask': 'Uondoke kwingine kote?',
  'settings.elsewhere_told':
    'Kila kifaa isipokuwa hiki lazima kiingie tena. Kinachosubiri kutumwa hapo kinaweza kupotea.',
  'settings.data': 'Data zako',
  'settings.data_lead':
    'Faili moja yenye yote ambayo Kutu inahifadhi kukuhusu: wasifu, machapisho, maoni, uchunguzi, miadi, picha za mafunzo, arifa na picha zako. Mara moja kwa siku.',
  'settings.data_ask': 'Andaa data zangu',
  'settings.data_making': 'Faili yako inaandaliwa. Arifa itakuambia ikiwa tayari; unaweza kuondoka kwenye ukurasa huu.',
  'settings.data_ready':
    'Faili yako iko tayari: {size}, {photos, plural, =0 {hakuna picha} one {picha #} other {picha #}}.',
  'settings.data_left_out':
    '{count, plural, one {Picha # ya zamani haikutoshea.} other {Picha # za zamani hazikutoshea.}}',
  'settings.data_until': 'Unaweza kuipakua hadi {when}.',
  'settings.data_fetch': 'Pakua faili',
  'settings.data_next': 'Unaweza kuomba nyingine kuanzia {when}.',
  'settings.leaving': 'Kuondoka Kutu',
  'settings.leaving_lead': 'Akaunti yako na vilivyo vyako hufutwa kabisa. Kwa wiki mbili bado unaweza kubadilisha nia.',
  'settings.leaving_open': 'Futa akaunti yangu',
  'settings.leaving_ask': 'Ufute akaunti yako?',
  'settings.leaving_stay': 'Baki na akaunti',
  'settings.leaving_back':
    'Unaweza kubadilisha nia kwa {days, plural, one {siku #} other {siku #}}: ingia tena, na akaunti itabaki.',
  'settings.leaving_now': 'Mara moja',
  'settings.leaving_signed_out': 'Unaondolewa kwenye kila kifaa.',
  'settings.leaving_unbookable': 'Hakuna anayeweza kupanga miadi nawe.',
  'settings.leaving_appointments':
    '{count, plural, one {Mkutano # unaghairiwa} other {Mikutano # inaghairiwa}}, na upande wa pili unaambiwa.',
  'settings.leaving_bookings':
    '{count, plural, one {Miadi # isiyojibiwa inakwisha} other {Miadi # isiyojibiwa inakwisha}}, na upande wa pili unaambiwa.',
  'settings.leaving_slots':
    '{count, plural, one {Nafasi # iliyo wazi inafungwa.} other {Nafasi # zilizo wazi zinafungwa.}}',
  'settings.leaving_for_good': 'Haya hayarudi, hata ukibaki.',
  'settings.leaving_later': 'Baada ya {days, plural, one {siku #} other {siku #}}',
  'settings.leaving_deleted':
    'Jina lako, barua pepe, namba ya simu, picha, uchunguzi na arifa hufutwa. Hakuna anayeweza kuvirudisha.',
  'settings.leaving_board': 'Ulichoandika kwenye ubao kinabaki. Jina lako hapo huwa “mwanachama wa zamani”.',
  'settings.leaving_training': 'Picha ulizotoa kufundisha modeli zinabaki, bila jina lako.',
  'settings.leaving_copy': 'Ukitaka nakala, funga hapa na uandae data zako kwanza.',
  'settings.leaving_password': 'Nenosiri lako',
}
