import type { en } from './en.ts'

export const sw: Record<keyof typeof en, string> = {
  'error.validation_failed': 'Tafadhali angalia sehemu zilizowekwa alama.',
  'error.invalid_value': 'Thamani ya “{field}” si sahihi. {message}',
  'error.malformed_request': 'Ombi halikusomeka. Tafadhali jaribu tena.',
  'error.token_invalid': 'Kiungo hiki hakitumiki tena. Tafadhali omba kipya.',
  'error.code_invalid': 'Nambari hii si sahihi. Tafadhali iangalie na ujaribu tena.',
  'error.code_expired': 'Nambari hii haitumiki tena. Tafadhali omba mpya.',
  'error.weak_password':
    'Nenosiri ni {strength, select, too_weak {dhaifu mno} weak {dhaifu} medium {la wastani} guessable {rahisi kukisia. Chagua maneno mengine.} other {imara}}',
  'error.wrong_password': 'Nenosiri hili si sahihi.',
  'error.no_file':
    '{purpose, select, training {Tafadhali pakia picha halali ya mafunzo.} other {Tafadhali pakia picha ya kuchunguza.}}',
  'error.label_required': 'Tafadhali chagua lebo ya mafunzo.',
  'error.too_many_files':
    '{max, plural, =1 {Unaweza kupakia picha moja tu kwa wakati mmoja} other {Unaweza kupakia picha # tu kwa wakati mmoja}}',
  'error.unauthenticated': 'Tafadhali ingia.',
  'error.invalid_credentials': 'Barua pepe au nenosiri si sahihi.',
  'error.forbidden': 'Akaunti yako hairuhusiwi kufanya hivi.',
  'error.link_expired': 'Kiungo hiki cha picha hakitumiki tena. Tafadhali pakia ukurasa upya.',
  'error.account_inactive': 'Akaunti hii bado haijawashwa. Tafadhali thibitisha barua pepe yako kisha uiwashe.',
  'error.account_deactivated': 'Akaunti hii imezimwa. Tuandikie ukidhani ni kosa.',
  'error.approval_pending': 'Msimamizi anakagua akaunti yako.',
  'error.password_confirmation_required': 'Tafadhali thibitisha nenosiri lako kwanza.',
  'error.own_response': 'Huwezi kuidhinisha wala kuunga mkono maoni yako mwenyewe.',
  'error.own_image': 'Huwezi kukagua picha yako mwenyewe.',
  'error.own_training_photos': 'Ulituma au kukagua picha zake. Wengine ndio huliwasha.',
  'error.warning_of_other_country': 'Wataalamu wa nchi hiyo tu wanaweza kuamua kuhusu onyo hili.',
  'error.second_person_needed': 'Mtu mwingine lazima akubali: wewe ulithibitisha onyo hili.',
  'error.api_key_unknown': 'Ufunguo huu wa API haujulikani. Hakikisha umekamilika.',
  'error.api_key_expired': 'Muda wa ufunguo huu wa API umekwisha. Omba mpya.',
  'error.api_key_revoked': 'Ufunguo huu wa API umefutwa. Omba mpya.',
  'error.api_key_not_accepted': 'Ombi hili halikubali funguo za API.',
  'error.api_key_scope_missing': 'Ufunguo huu wa API hauna ruhusa ya {scope}.',
  'error.api_key_country_missing': 'Ufunguo huu wa API unasoma nchi hizi tu: {countries}. Taja moja.',
  'error.not_found': 'Hiki hakipatikani.',
  'error.method_not_allowed': 'Anwani hii haijibu ombi la aina hiyo.',
  'error.email_taken': 'Tayari kuna akaunti yenye barua pepe hii. Ingia, au tumia barua pepe nyingine.',
  'error.username_taken': 'Jina hili la mtumiaji limechukuliwa. Tafadhali chagua jingine.',
  'error.warning_not_in_force': 'Onyo hili halitumiki. Pakia upya uone hali yake sasa.',
  'error.warning_not_confirmed': 'Onyo hili halikuthibitishwa. Pakia upya uone hali yake sasa.',
  'error.already_decided': 'Hili lilishaamuliwa. Pakia upya uone hali yake sasa.',
  'error.already_labeled': 'Tayari umeweka jibu kwa picha hii.',
  'error.country_chosen': 'Umeshachagua nchi yako. Msimamizi anaweza kuibadilisha.',
  'error.own_account': 'Huwezi kuzima akaunti yako mwenyewe. Mwombe msimamizi mwingine.',
  'error.last_admin': 'Huyu ndiye msimamizi wa mwisho. Weka mwingine kwanza.',
  'error.user_deactivated': 'Akaunti hii imezimwa. Iwashe tena kwanza.',
  'error.too_late': 'Hatua hii haiwezi tena kutenduliwa. Pakia upya uone hali yake sasa.',
  'error.edited_since': 'Mkulima amebadilisha chapisho hili baada ya wewe kulifungua. Lisome tena, kisha uamue.',
  'error.not_approved_yet': 'Chapisho hili halijaidhinishwa, kwa hiyo halipokei maoni.',
  'error.duplicate_post': 'Tayari umechapisha “{title}”. Utalipata kwenye machapisho yako.',
  'error.edit_time_over': 'Jibu linaweza kubadilishwa kwa saa moja tu.',
  'error.duplicate_response': 'Tayari umeandika maoni haya hapa.',
  'error.too_many_saved_replies': 'Una majibu 100 yaliyohifadhiwa. Futa moja kwanza.',
  'error.duplicate_image': 'Tayari umewasilisha picha hii. Inahesabiwa mara moja tu.',
  'error.session_running': 'Kipindi cha mafunzo kinaendelea tayari. Subiri kimalizike.',
  'error.nothing_to_learn': 'Hakuna picha mpya zilizokubaliwa tangu kipindi cha mwisho. Wasilisha picha kwanza.',
  'error.teaching_paused': 'Msimamizi amesimamisha ufundishaji. Hakuna kipindi kitakachoanza.',
  'error.model_not_usable': 'Toleo hili ni la mtandao wa zamani na haliwezi kujibu tena.',
  'error.slot_taken': 'Mtu mwingine amewahi kuhifadhi nafasi hii. Tafadhali chagua nyingine.',
  'error.too_many_pending': 'Miadi yako {max} bado inasubiri. Ghairi mmoja kwanza.',
  'error.slot_overlaps':
    '{known, select, yes {Nafasi yako ya {start} hadi {end} iko njiani. Muda ulio wazi: {free}.} other {Tayari una nafasi iliyo wazi wakati huo. Chagua wakati mwingine, au funga ile nyingine kwanza.}}',
  'error.slot_booked': 'Mkulima amehifadhi nafasi hii. Kataa au futa miadi yake kwanza.',
  'error.slot_inactive': 'Nafasi hii haiko wazi tena.',
  'error.slot_past': 'Nafasi hii imeshaanza. Tafadhali chagua ya baadaye.',
  'error.farmer_busy':
    '{known, select, offer {Mkulima ana shughuli kuanzia {start} hadi {end}. Muda ulio wazi: {free}.} none {Mkulima ana shughuli kuanzia {start} hadi {end}. Chagua wakati mwingine ndani ya nafasi hii.} other {Mkulima ana miadi mingine wakati huo. Chagua wakati mwingine ndani ya nafasi hii.}}',
  'error.expert_busy': 'Una miadi mingine wakati huo. Chagua wakati mwingine ndani ya nafasi hii.',
  'error.appointment_not_begun': 'Miadi hii bado haijaanza.',
  'error.appointment_missed': 'Mtaalamu ameandika kuwa hamkukutana, kwa hiyo huwezi kuitathmini.',
  'error.appointment_rated': 'Mkulima ameshatathmini miadi hii, kwa hiyo ilifanyika.',
  'error.appointment_begun': 'Miadi hii imeshaanza, kwa hiyo haiwezi kubadilishwa tena.',
  'error.idempotency_key_reused': 'Ufunguo huu wa ombi ulitumika kwa ombi jingine.',
  'error.request_in_progress': 'Ombi hilo hilo bado linashughulikiwa. Tafadhali subiri kidogo.',
  'error.too_big': '{what, select, request {Ombi ni kubwa mno.} other {Faili ni kubwa mno (kikomo: MB 5)}}',
  'error.unsupported_type':
    '{what, select, request {Muundo wa ombi hili haukubaliwi.} other {Aina hii ya faili haikubaliwi}}',
  'error.https_required': 'Tafadhali tumia Kutu kupitia https.',
  'error.expectation_failed': 'Seva haiwezi kutimiza sharti la ombi hili.',
  'error.not_a_leaf': 'Hatuoni jani kwenye picha hii.',
  'error.image_unreadable': 'Picha hii imeharibika na haisomeki. Tafadhali ipige tena.',
  'error.image_too_large': 'Picha hii ina pikseli nyingi mno. Chagua ukubwa mdogo kwenye kamera.',
  'error.too_many_requests':
    'Umejaribu mara nyingi mno. Tafadhali subiri {unit, select, seconds {sekunde {count}} minutes {dakika {count}} other {saa {count}}} kisha ujaribu tena.',
  'error.sign_in_blocked': 'Nenosiri limekosewa mara nyingi. Tafadhali weka jipya kupitia “Umesahau nenosiri”.',
  'error.first_day_limit':
    'Siku ya kwanza akaunti mpya inaweza kuandika {posts, plural, other {machapisho #}} na {responses, plural, other {maoni #}}. Tafadhali andika tena kesho.',
  'error.internal': 'Kuna hitilafu upande wetu. Tafadhali jaribu tena.',
  'error.not_ready': 'Kutu haiko tayari. Tafadhali jaribu tena baadaye.',
  'error.overloaded': 'Watu wengi sana wanatumia Kutu sasa hivi. Tafadhali jaribu tena baada ya sekunde chache.',
  'error.temporarily_unavailable': 'Kutu ilikatika kwa muda mfupi. Tafadhali jaribu tena baada ya sekunde chache.',
  'error.storage_full': 'Kutu haina nafasi ya kuhifadhi hii. Tafadhali jaribu tena baadaye.',
  'part.unavailable':
    '{part, select, database {Hifadhidata haifanyi kazi.} files {Picha haziwezi kuhifadhiwa.} other {Modeli haifanyi kazi.}}',
  'part.full': '{part, select, database {Diski ya hifadhidata imejaa.} other {Diski ya picha imejaa.}}',
  'error.storage_unavailable':
    'Kwa sasa picha haziwezi kufunguliwa wala kuhifadhiwa. Tafadhali jaribu tena baada ya dakika chache.',
  'error.challenge_expired': 'Muda umeisha au umejaribu mara nyingi. Tafadhali anza upya.',
  'error.passkey_invalid': 'Ufunguo huu wa siri haukukubaliwa. Tafadhali jaribu tena.',
  'error.second_factor_required': 'Tafadhali thibitisha kuwa ni wewe ili umalize kuingia.',
  'error.password_change_required': 'Tafadhali chagua kwanza nenosiri lako mwenyewe.',
  'error.initial_password_expired': 'Nenosiri hili la kwanza limepitwa na muda. Tafadhali chagua “Umesahau nenosiri”.',
  'error.second_factor_setup_required': 'Tafadhali weka kwanza kuingia kwa hatua mbili.',
  'error.passkey_taken': 'Ufunguo huu wa siri tayari unatumika.',
  'error.too_many_factors': 'Unaweza kuwa na 5 tu. Tafadhali ondoa moja kwanza.',
  'error.second_factor_missing': 'Akaunti hii haina kuingia kwa hatua mbili.',
  'error.second_factor_blocked':
    'Nambari zimekosewa mara nyingi. Tafadhali tumia nambari ya dharura au ufunguo wa siri.',
  'field.required': 'Tafadhali jaza sehemu hii.',
  'field.too_short': 'Angalau herufi {min}.',
  'field.too_long': 'Herufi {max} kwa wingi.',
  'field.too_small': 'Weka angalau {min}.',
  'field.too_large': 'Weka isiyozidi {max}.',
  'field.weeks': 'Wiki zisizidi {max}.',
  'field.file_count': 'Chagua picha {min} hadi {max} za mmea mmoja.',
  'field.choice': 'Chagua moja kati ya: {choices}.',
  'field.email': 'Hii si anwani ya barua pepe.',
  'field.email_same': 'Hii tayari ni barua pepe yako.',
  'field.invalid': 'Tafadhali angalia hapa na ujaribu tena.',
  'field.characters': 'Baadhi ya herufi haziwezi kuhifadhiwa. Tafadhali ziondoe.',
  'field.image_unknown': 'Picha hii haipatikani tena. Tafadhali iongeze tena.',
  'field.analysis_unknown': 'Huu si uchunguzi wako.',
  'field.phone': 'Nambari hii ya simu haipo. Anza na msimbo wa nchi.',
  'field.username_address': 'Jina la mtumiaji haliwezi kuwa anwani ya tovuti au barua pepe.',
  'field.username_letters': 'Tafadhali tumia herufi za alfabeti moja tu.',
  'field.username_reserved': 'Jina hili limehifadhiwa. Tafadhali chagua lingine.',
  'field.mismatch': 'Manenosiri hayalingani',
  'field.password':
    'Nenosiri ni {strength, select, too_weak {dhaifu mno} weak {dhaifu} medium {la wastani} guessable {rahisi kukisia. Chagua maneno mengine.} other {imara}}',
  'field.password_unchanged': 'Tafadhali chagua nenosiri tofauti na hili.',
  'field.birthday': 'Tarehe hii ya kuzaliwa haiwezi kuwa sahihi.',
  'field.time': 'Andika tarehe na saa, mfano 2026-11-24 14:00.',
  'field.time_gap': 'Siku hiyo saa zinaruka wakati huu. Chagua wakati mwingine.',
  'field.time_past': 'Wakati huu umepita. Chagua wa baadaye.',
  'field.time_order': 'Mwisho lazima uwe baada ya mwanzo.',
  'field.time_in_slot': 'Chagua wakati ulio ndani ya nafasi.',
  'field.date': 'Andika tarehe, mfano 2026-11-24.',
  'field.time_zone': 'Hakuna ukanda wa saa kama huo.',
  'field.hours_overlap': 'Saa hizi zinaingiliana na saa nyingine za siku hiyo.',
  'plant.left_out': 'Picha ya {position} haionyeshi jani, kwa hiyo imeachwa.',
  'training.state.accepted': 'Imekubaliwa: vipindi vya mafunzo vinajifunza kutokana nayo.',
  'training.state.withdrawn': 'Uliiondoa picha hii.',
  'training.state.duplicate': 'Nakala: jani hili liliwasilishwa awali. Lebo yako ni maoni mengine.',
  'training.state.waiting':
    '{reason, select, contradicts_model {Mtaalamu mwingine anaulizwa, kwa sababu modeli ina uhakika wa kitu kingine.} contradicts_expert {Mtaalamu mwingine anaulizwa, kwa sababu wataalamu hawakubaliani kuhusu jani hili.} agreement_low {Mtaalamu mwingine anaulizwa, kama kwa picha zako zote kwa sasa.} other {Wataalamu wanaiangalia picha hii.}}',
  'training.state.refused':
    '{reason, select, no_agreement {Haitumiki: wataalamu hawakukubaliana inaonyesha nini.} expert_excluded {Haitumiki: msimamizi ameondoa picha zako.} other {Haitumiki: mtaalamu mwingine aliona haifai kwa mafunzo.}}',
  'training.session.queued': 'Kipindi cha mafunzo kinasubiri kuanza.',
  'training.session.running': 'Kipindi cha mafunzo kinaendelea.',
  'training.session.promoted':
    '{activation, select, active {Toleo {version} linatumika.} waiting {Toleo {version} limefaulu kila jaribio. {needed, plural, =1 {Msimamizi au mtaalamu} other {Msimamizi au wataalamu wawili}} wanaweza kulianzisha.} other {Toleo {version} limefaulu kila jaribio. Halitumiki.}}',
  'training.withdrawal': 'Limefundishwa upya bila picha zilizoondolewa.',
  'training.withdrawal.kept': 'Bila picha zilizoondolewa hakuna toleo bora kuliko {shipped}. Unaweza kulirudia.',
  'training.session.kept': 'Toleo {parent} halikubadilishwa.',
  'training.session.failed': 'Mafunzo yameshindikana. Modeli haikubadilika.',
  'training.class':
    '{class, select, common_rust {kutu} healthy {majani yenye afya} other_disease {magonjwa mengine} other {picha zisizo na jani}}',
  'training.reason.class_recall_lost':
    'Jipya linatambua {class} mara chache zaidi{crop, select, all {} other { kwenye {crop}}}: picha {after} kati ya {photos} sahihi, awali {before}.',
  'training.reason.confident_answers_worse':
    'Jipya linakosea mara nyingi zaidi linapokuwa na uhakika: majibu {wrongAfter} kati ya {photosAfter}, awali {wrongBefore} kati ya {photosBefore}.',
  'training.reason.held_back_worse':
    'Kati ya picha za wataalamu zilizohifadhiwa kwa ukaguzi jipya linapata sahihi {after} kati ya {photos}, la sasa {before}.',
  'training.reason.crop_worse':
    'Jipya hukosea zaidi kwenye {crop}: sahihi {after} kati ya picha {photos}, awali {before}.',
  'training.reason.gain_not_proven': 'Huenda ni bahati: picha {better} sasa ni sahihi, {worse} sasa si sahihi.',
  'training.reason.confidence_worse': 'Kwa picha za wataalamu zilizotengwa, uhakika wake si wa kweli kama awali.',
  'training.reason.too_few_sources':
    'Inahitaji picha za wataalamu wawili na mahali pawili, tatu kila kimoja. Hadi sasa: {experts} na {places}.',
  'training.reason.nothing_to_learn': 'Hapakuwa na picha iliyokubaliwa ya kujifunza.',
  'training.reason.nothing_changed': 'Picha zilizokubaliwa hazikuifundisha jambo lolote jipya.',
  'training.reason.given_up': 'Ilijaribiwa mara tatu na seva ilisimama kila mara.',
  'training.reason.broken': 'Kuna hitilafu upande wetu. Tafadhali anzisha kingine.',
  'accounts.registered':
    'Akaunti yako imefunguliwa. Tumetuma nambari ya tarakimu 4 kwa barua pepe yako; inatumika kwa dakika 10.',
  'accounts.email_verified': 'Barua pepe yako imethibitishwa. Sasa chagua nenosiri lako.',
  'accounts.code_sent': 'Tumetuma nambari mpya kwa barua pepe yako. Ile ya zamani haitumiki tena.',
  'accounts.activated': 'Akaunti yako imewashwa. Sasa unaweza kuingia.',
  'accounts.activated_signed_in': 'Akaunti yako imewashwa. Karibu Kutu.',
  'accounts.reset_sent':
    'Ikiwa kuna akaunti yenye barua pepe hii, tumetuma kiungo cha kuweka nenosiri jipya. Tafadhali angalia barua pepe yako.',
  'accounts.password_reset': 'Nenosiri lako limewekwa. Ingia kwa nenosiri jipya.',
  'accounts.password_changed': 'Nenosiri lako limebadilishwa. Umeondolewa kwenye vifaa vingine vyote.',
  'accounts.email_change_sent': 'Tumetuma kiungo kwa {email}. Kifungue ili kubadilisha barua pepe.',
  'accounts.email_changed': 'Barua pepe yako sasa ni {email}.',
  'accounts.email_restored': 'Barua pepe yako ni {email} tena. Tafadhali weka nenosiri jipya.',
  'accounts.profile_completed': 'Wasifu wako umekamilika.',
  'accounts.leaving': 'Akaunti yako itafutwa {when}. Ingia kabla ya hapo ili ibaki.',
  'accounts.kept': 'Akaunti yako inabaki. Haitafutwa.',
  'accounts.former_member': 'mwanachama wa zamani',
  'accounts.customer_type.individual_farmer': 'Mkulima binafsi',
  'accounts.customer_type.cooperative': 'Ushirika',
  'accounts.customer_type.company': 'Kampuni',
  'accounts.customer_type.ngo': 'Shirika lisilo la kiserikali',
  'accounts.customer_type.research': 'Utafiti au huduma za ugani',
  'mail.verify_email.subject': '{code} ni nambari yako ya Kutu',
  'mail.verify_email.text':
    'Habari {username},\n\nnambari yako ni {code}. Inatumika kwa dakika 10.\n\nIandike kwenye Kutu, au fungua kiungo hiki:\n{link}\n\nIkiwa hukujisajili Kutu, huhitaji kufanya chochote.\n\nKutu',
  'mail.reset_password.subject': 'Weka nenosiri jipya la Kutu',
  'mail.reset_password.text':
    'Habari {username},\n\nfungua kiungo hiki ndani ya saa moja ili kuweka nenosiri jipya:\n{link}\n\nKiungo hiki kinatumika mara moja tu. Hukukiomba? Usifanye chochote, na nenosiri lako halibadiliki.\n\nKutu',
  'mail.confirm_email.subject': 'Thibitisha barua pepe yako mpya ya Kutu',
  'mail.confirm_email.text':
    'Habari {username},\n\nfungua kiungo hiki ndani ya saa moja ili kutumia barua pepe hii kwa akaunti yako ya Kutu:\n{link}\n\nKiungo hiki kinatumika mara moja tu. Ikiwa hukukiomba, huhitaji kufanya chochote.\n\nKutu',
  'mail.email_in_use.subject': 'Barua pepe hii tayari ina akaunti ya Kutu',
  'mail.email_in_use.text':
    'Habari,\n\nmtu alitaka kutumia barua pepe hii kwa akaunti ya Kutu. Tayari ina akaunti, kwa hiyo hakuna kilichobadilika.\n\nIkiwa ni wewe, ingia kwa barua pepe hii:\n{link}\n\nIkiwa si wewe, huhitaji kufanya chochote.\n\nKutu',
  'mail.email_changed.subject': 'Barua pepe ya akaunti yako ya Kutu imebadilika',
  'mail.email_changed.text':
    'Habari {username},\n\nakaunti yako ya Kutu sasa ina barua pepe nyingine. Hatutaandika tena kwa hii.\n\nIkiwa si wewe, fungua kiungo hiki ndani ya siku 7. Kila mtu ataondolewa. Utarudishiwa barua pepe hii na utaweka nenosiri jipya:\n{link}\n\nIkiwa ni wewe, huhitaji kufanya chochote.\n\nKutu',
  'mail.expert_approved.subject': 'Akaunti yako ya mtaalamu wa Kutu imeidhinishwa',
  'mail.expert_approved.text':
    'Habari {username},\n\nakaunti yako ya mtaalamu imeidhinishwa. Sasa unaweza kuwajibu wakulima, kutangaza nyakati za mazungumzo na kutuma picha za mafunzo.\n\nIngia hapa:\n{link}\n\nKutu',
  'mail.expert_declined.subject': 'Akaunti yako ya mtaalamu wa Kutu haikuidhinishwa',
  'mail.expert_declined.text':
    'Habari {username},\n\nhatukuweza kuidhinisha akaunti yako ya mtaalamu.{hasReason, select, yes {\n\nSababu: {reason}} other {}}\n\nBado unaweza kuingia na kutazama:\n{link}\n\nKutu',
  'mail.profile_change_approved.subject': 'Sifa zako zilizobadilishwa zimechapishwa kwenye Kutu',
  'mail.profile_change_approved.text':
    'Habari {username},\n\nmsimamizi amekagua sifa zako zilizobadilishwa. Wakulima wanaziona kuanzia sasa.\n\nWasifu wako:\n{link}\n\nKutu',
  'mail.profile_change_declined.subject': 'Sifa zako zilizobadilishwa hazikuchapishwa kwenye Kutu',
  'mail.profile_change_declined.text':
    'Habari {username},\n\nmsimamizi hakukubali sifa zako zilizobadilishwa. Wakulima bado wanaona za awali.{hasReason, select, yes {\n\nSababu: {reason}} other {}}\n\nUnaweza kuzibadilisha tena:\n{link}\n\nKutu',
  'notification.export_ready': 'Faili yenye data zako zote iko tayari. Unaweza kuipakua kwenye mipangilio kwa siku 7.',
  'notification.account_kept': 'Akaunti yako inabaki, kwa sababu umeingia tena. Miadi na nafasi zilizokwisha hazirudi.',
  'export.readme':
    'Haya ndiyo yote ambayo Kutu inahifadhi kuhusu {username}.\n\nKila faili ya .json ni orodha ambayo programu yoyote inaweza kuisoma. Picha ziko kwenye folda ya photos; mstari wenye picha hutaja faili yake. Manenosiri na uthibitisho wa kuingia havimo.\n\nHifadhi faili hii salama: inasema wewe ni nani na unaishi wapi.',
  'notification.expert_waiting': '{username}, mtaalamu, anasubiri idhini yako.',
  'notification.model_waiting': 'Toleo {version} la modeli linasubiri uliwashe.',
  'notification.booking_approved': '{name} ameidhinisha miadi yako: {when}.',
  'notification.booking_rejected':
    '{name} hakuweza kuipokea miadi yako ya {when}.{hasReason, select, yes { Sababu: {reason}} other {}}',
  'notification.training_completed':
    '{state, select, proposed {Mafunzo yamekamilika: toleo {version} ni bora. Linamsubiri msimamizi au wataalamu.} promoted {Mafunzo yamekamilika: toleo {version} lilianza kutumika.} kept {Mafunzo yamekamilika: toleo {version} lilibaki likitumika.} other {Mafunzo yameshindikana; toleo la awali linaendelea kujibu.}}{images, plural, =0 {} other { Yalitumia picha zako #.}}{photos, plural, =0 {} other { Kati ya picha # za ukaguzi, toleo jipya lilipata sahihi {after}, la awali {before}.}}',
  'notification.model_activated': '{username} aliwasha toleo {version} la modeli.',
  'notification.image_analysis':
    '{band, select, likely {{answer, select, common_rust {Picha yako imechunguzwa: huenda ni kutu.} healthy {Picha yako imechunguzwa: huenda jani lina afya.} other {Picha yako imechunguzwa: huenda ni ugonjwa mwingine.}}} other {{answer, select, common_rust {Picha yako imechunguzwa: kutu.} healthy {Picha yako imechunguzwa: yenye afya.} other_disease {Picha yako imechunguzwa: ugonjwa mwingine.} uncertain {Picha yako imechunguzwa: modeli haina uhakika.} other {Picha yako imechunguzwa.}}}}',
  'notification.follow_up':
    '{crop, select, maize {Kagua tena mahindi yako leo.} wheat {Kagua tena ngano yako leo.} rice {Kagua tena mpunga wako leo.} beans {Kagua tena maharage yako leo.} other {Kagua tena mimea yako leo.}}',
  'notification.disease_warning':
    'Onyo hadi {until}. {disease}: wakulima wengi kuliko kawaida wanauripoti {district} na maeneo ya karibu. Soma hatua tatu.',
  'notification.warning_withdrawn': 'Onyo hili halitumiki tena: {disease}, {district}.',
  'notification.warning_proposed': '{disease} huenda inaongezeka {district}. Tafadhali angalia takwimu.',
  'notification.sms_waiting': '{disease} {district}: SMS zinasubiri mtu wa pili akubali.',
  'notification.visit_planned': 'Utatembelea {district} tarehe {on} kwa sababu ya onyo: {disease}.',
  'notification.visit_cancelled': 'Ziara yako {district} ya tarehe {on} imefutwa.',
  'notification.post_approved': 'Chapisho lako “{title}” limeidhinishwa na linaonekana kwa wote.',
  'notification.post_flagged':
    'Chapisho lako “{title}” limewekewa alama.{hasReason, select, yes { Sababu: {reason}} other {}}',
  'notification.post_hidden':
    'Msimamizi ameondoa chapisho lako “{title}” kwenye ubao.{hasReason, select, yes { Sababu: {reason}} other {}}',
  'notification.post_commented': '{username} ametoa maoni kwenye chapisho lako “{title}”.',
  'notification.post_answered': 'Mtaalamu {username} amejibu chapisho lako “{title}”.',
  'notification.post_unanswered': '“{title}” ni la dharura na hakuna mtaalamu aliyejibu kwa saa 6.',
  'notification.response_approved': 'Maoni yako kwenye “{title}” yameidhinishwa na yanaonekana kwa wote.',
  'notification.response_flagged':
    'Maoni yako kwenye “{title}” yamewekewa alama.{hasReason, select, yes { Sababu: {reason}} other {}}',
  'notification.response_hidden':
    'Msimamizi ameondoa maoni yako kwenye “{title}” katika ubao.{hasReason, select, yes { Sababu: {reason}} other {}}',
  'notification.response_endorsed': 'Mtaalamu ameunga mkono maoni yako kwenye “{title}”.',
  'mail.post_approved.subject': 'Chapisho lako la Kutu limeidhinishwa',
  'mail.post_approved.text':
    'Habari {farmer},\n\nchapisho lako “{title}” limeidhinishwa na sasa linaonekana kwa wote. Tutakuandikia mtu akijibu.\n\nLisome hapa:\n{link}\n\nKutu',
  'mail.post_flagged.subject': 'Chapisho lako la Kutu limewekewa alama',
  'mail.post_flagged.text':
    'Habari {farmer},\n\nmtaalamu ameweka alama kwenye chapisho lako “{title}”, kwa hiyo hakuna mwingine anayeliona.{hasReason, select, yes {\n\nSababu: {reason}} other {}}\n\nUnaweza kuliondoa na kuandika jipya:\n{link}\n\nKutu',
  'mail.post_hidden.subject': 'Chapisho lako limeondolewa kwenye ubao wa Kutu',
  'mail.post_hidden.text':
    'Habari {farmer},\n\nmsimamizi ameondoa chapisho lako “{title}” kwenye ubao: hakuna mwingine anayeliona.{hasReason, select, yes {\n\nSababu: {reason}} other {}}\n\nUnaweza kuliondoa na kuandika jipya:\n{link}\n\nKutu',
  'mail.post_commented.subject': 'Maoni kwenye chapisho lako la Kutu',
  'mail.post_commented.text':
    'Habari {farmer},\n\n{username} ametoa maoni kwenye chapisho lako “{title}”.\n\nYasome hapa:\n{link}\n\nKutu',
  'mail.post_answered.subject': 'Mtaalamu amejibu chapisho lako la Kutu',
  'mail.post_answered.text':
    'Habari {farmer},\n\nmtaalamu {username} amejibu chapisho lako “{title}”.\n\nSoma jibu hapa:\n{link}\n\nKutu',
  'mail.posts_unanswered.subject':
    '{count, plural, one {Chapisho la dharura la Kutu} other {Machapisho # ya dharura ya Kutu}} bila jibu',
  'mail.posts_unanswered.text':
    'Habari {username},\n\n{count, plural, one {chapisho la dharura “{title}” limesubiri} other {machapisho # ya dharura yamesubiri}} mtaalamu kwa saa 6.\n\nJibu hapa:\n{link}\n\nKutu',
  'mail.waiting_work.subject': 'Yanayokusubiri kwenye Kutu leo ({count})',
  'mail.waiting_work.text':
    'Habari {username},\n\nhaya yanakusubiri kwenye Kutu:\n\n{warnings, plural, =0 {} one {- onyo # la kuamua\n} =100 {- maonyo 100 au zaidi ya kuamua\n} other {- maonyo # ya kuamua\n}}{posts, plural, =0 {} one {- chapisho # la kukagua\n} =100 {- machapisho 100 au zaidi ya kukagua\n} other {- machapisho # ya kukagua\n}}{comments, plural, =0 {} one {- maoni # ya kukagua\n} =100 {- maoni 100 au zaidi ya kukagua\n} other {- maoni # ya kukagua\n}}{bookings, plural, =0 {} one {- ombi # la miadi la kujibu\n} =100 {- maombi 100 au zaidi ya miadi ya kujibu\n} other {- maombi # ya miadi ya kujibu\n}}{photos, plural, =0 {} one {- picha # ya mafunzo ya kukagua\n} =100 {- picha 100 au zaidi za mafunzo za kukagua\n} other {- picha # za mafunzo za kukagua\n}}\nYote mahali pamoja:\n{link}\n\nUnaweza kuzima barua pepe hii kwenye mipangilio yako:\n{settings}\n\nKutu',
  'calendar.summary': 'Kutu: mkutano na {name}',
  'calendar.description':
    'Mnazungumza na {name} kuhusu mimea yenu.\n\n{hasPhone, select, yes {Simu: {phone}\n} other {}}Barua pepe: {email}\n\nKubadilisha au kughairi:\n{link}',
  'notification.booking_requested': '{name} amepanga nafasi yako ya {when}. Idhinisha au ughairi miadi.',
  'notification.booking_rescheduled': '{name} amehamisha mkutano wenu hadi {when}.',
  'notification.booking_cancelled':
    '{name} ameghairi {wasApproved, select, yes {mkutano wa} other {miadi ya}} {when}.{hasReason, select, yes { Sababu: {reason}} other {}}',
  'notification.booking_expired': 'Miadi yako ya {when} haikujibiwa kwa wakati. Panga nafasi nyingine.',
  'notification.booking_closed':
    '{wasApproved, select, yes {Mkutano wako wa {when} hautafanyika} other {Miadi yako ya {when} haitafanyika}}: akaunti ya {name} imefungwa.',
  'notification.booking_reminder': 'Mkutano wako na {name} ni {when}.',
  'mail.booking_requested.subject': '{name} amepanga nafasi yako ya {when}',
  'mail.booking_requested.text':
    'Habari {reader},\n\n{name} amepanga nafasi yako ya {when}. Hakuna mwingine anayeweza kuipanga mpaka ujibu.\n\nIdhinisha miadi kwa saa kamili, au ighairi:\n{link}\n\nKutu',
  'mail.booking_approved.subject': 'Mkutano wako: {when}',
  'mail.booking_approved.text':
    'Habari {reader},\n\n{name} ameidhinisha miadi yako. Mkutano wenu ni {when}.\n\n{hasPhone, select, yes {Simu: {phone}\n} other {}}Barua pepe: {email}\n\nFaili iliyo na barua hii huuweka kwenye kalenda yako. Tutakukumbusha siku moja kabla na saa moja kabla.\n\nKughairi:\n{link}\n\nKutu',
  'mail.booking_entry.subject': 'Mkutano wako na {name}: {when}',
  'mail.booking_entry.text':
    'Habari {reader},\n\nmkutano wako na {name} ni {when}.\n\n{hasPhone, select, yes {Simu: {phone}\n} other {}}Barua pepe: {email}\n\nFaili iliyo na barua hii huuweka kwenye kalenda yako. Tutakukumbusha siku moja kabla na saa moja kabla.\n\nKubadilisha au kughairi:\n{link}\n\nKutu',
  'mail.booking_rejected.subject': 'Miadi yako ya {when} haikuidhinishwa',
  'mail.booking_rejected.text':
    'Habari {reader},\n\n{name} hakuweza kuipokea miadi yako ya {when}.{hasReason, select, yes {\n\nSababu: {reason}} other {}}\n\nPanga wakati mwingine:\n{link}\n\nKutu',
  'mail.booking_rescheduled.subject': 'Mkutano wako sasa ni {when}',
  'mail.booking_rescheduled.text':
    'Habari {reader},\n\n{name} amehamisha mkutano wenu. Sasa ni {when}.\n\nFaili iliyo na barua hii huubadilisha kwenye kalenda yako.\n\nIkiwa wakati huo haukufai, ughairi hapa:\n{link}\n\nKutu',
  'mail.booking_cancelled.subject': 'Imeghairiwa: {when}',
  'mail.booking_cancelled.text':
    'Habari {reader},\n\n{name} ameghairi {wasApproved, select, yes {mkutano wa} other {miadi ya}} {when}.{hasReason, select, yes {\n\nSababu: {reason}} other {}}{wasApproved, select, yes {\n\nFaili iliyo na barua hii huuondoa kwenye kalenda yako.} other {}}\n\nMiadi yako:\n{link}\n\nKutu',
  'mail.booking_cancelled_entry.subject': 'Umeghairi mkutano wa {when}',
  'mail.booking_cancelled_entry.text':
    'Habari {reader},\n\numeghairi mkutano wa {when}, na {name} ameambiwa.\n\nFaili iliyo na barua hii huuondoa kwenye kalenda yako.\n\nKutu',
  'mail.booking_expired.subject': 'Miadi yako ya {when} haikujibiwa',
  'mail.booking_expired.text':
    'Habari {reader},\n\n{name} hakujibu miadi yako ya {when} kwa wakati, kwa hiyo imekwisha. Samahani.\n\nPanga wakati mwingine:\n{link}\n\nKutu',
  'mail.booking_closed.subject': 'Haitafanyika: {when}',
  'mail.booking_closed.text':
    'Habari {reader},\n\n{wasApproved, select, yes {mkutano wako wa {when} hautafanyika} other {miadi yako ya {when} haitafanyika}}, kwa sababu akaunti ya {name} imefungwa.{wasApproved, select, yes {\n\nFaili iliyo na barua hii huuondoa kwenye kalenda yako.} other {}}\n\nMiadi yako:\n{link}\n\nKutu',
  'mail.booking_closed_own.subject': 'Haitafanyika: {when}',
  'mail.booking_closed_own.text':
    'Habari {reader},\n\nakaunti yako imefungwa, kwa hiyo {wasApproved, select, yes {mkutano wako wa {when} na {name} hautafanyika} other {miadi yako ya {when} na {name} haitafanyika}}, na {name} ameambiwa.{wasApproved, select, yes {\n\nFaili iliyo na barua hii huuondoa kwenye kalenda yako.} other {}}\n\nKutu',
  'mail.account_leaving.subject': 'Akaunti yako ya Kutu itafutwa {when}',
  'mail.account_leaving.text':
    'Habari {username},\n\numeomba tufute akaunti yako. Tutaifuta {when}. Jina, barua pepe, namba ya simu, picha, uchunguzi na arifa vitafutwa pia. Ulichoandika kwenye ubao kinabaki, bila jina lako.\n\nUmeondolewa kila mahali. Miadi na mikutano yako imekwisha, na upande wa pili umeambiwa.\n\nIli kubaki na akaunti yako, ingia kabla ya siku hiyo:\n{link}\n\nSi wewe? Ingia sasa na ubadilishe nenosiri lako.\n\nKutu',
  'mail.account_kept.subject': 'Akaunti yako ya Kutu inabaki',
  'mail.account_kept.text':
    'Habari {username},\n\numeingia tena, kwa hiyo hatutafuta akaunti yako. Miadi na nafasi zilizokwisha hazirudi.\n\nSi wewe? Weka nenosiri jipya mara moja:\n{link}\n\nKutu',
  'mail.second_factor_added.subject':
    'Kuingia kwa hatua mbili: umeongeza {kind, select, passkey {ufunguo wa siri} other {programu ya uthibitisho}}',
  'mail.second_factor_added.text':
    'Habari {username},\n\nsasa unaweza kuthibitisha kuingia kwako Kutu kwa {kind, select, passkey {ufunguo wa siri} other {programu ya uthibitisho}} “{name}”.\n\nSi wewe? Weka nenosiri jipya mara moja na utuandikie:\n{link}\n\nKutu',
  'mail.second_factor_removed.subject':
    'Kuingia kwa hatua mbili: umeondoa {kind, select, passkey {ufunguo wa siri} other {programu ya uthibitisho}}',
  'mail.second_factor_removed.text':
    'Habari {username},\n\nhuwezi tena kuthibitisha kuingia kwako Kutu kwa {kind, select, passkey {ufunguo wa siri} other {programu ya uthibitisho}} “{name}”.\n\nSi wewe? Weka nenosiri jipya mara moja na utuandikie:\n{link}\n\nKutu',
  'mail.recovery_codes_renewed.subject': 'Nambari zako mpya za dharura za Kutu',
  'mail.recovery_codes_renewed.text':
    'Habari {username},\n\numepata nambari mpya za dharura. Za zamani hazitumiki tena.\n\nSi wewe? Weka nenosiri jipya mara moja na utuandikie:\n{link}\n\nKutu',
  'mail.second_factors_reset.subject': 'Kuingia kwa hatua mbili kumezimwa kwenye akaunti yako',
  'mail.second_factors_reset.text':
    'Habari {username},\n\nmsimamizi amezima kuingia kwa hatua mbili kwenye akaunti yako. Sasa nenosiri lako linatosha kuingia. Tafadhali uiweke tena kwenye mipangilio.\n\nSi wewe? Weka nenosiri jipya mara moja na utuandikie:\n{link}\n\nKutu',
  'mail.booking_reminder.subject': '{kind, select, day {Kumbusho} other {Karibuni}}: mkutano wako, {when}',
  'mail.booking_reminder.text':
    'Habari {reader},\n\nmkutano wako na {name} ni {when}.\n\n{hasPhone, select, yes {Simu: {phone}\n} other {}}Barua pepe: {email}\n\nKughairi:\n{link}\n\nKutu',
  'text.appointment': 'Kutu: {name} amethibitisha mkutano wako: {when}.',
  'text.day': 'Kutu: mkutano wako na {name} ni {when}.',
  'text.hour': 'Kutu: karibuni, mkutano wako na {name}: {when}.',
  'sms.disease_warning':
    'Kutu: {disease}. Wakulima wengi kuliko kawaida wanauripoti {district} na maeneo ya karibu. Onyo hadi {until}.\n{steps}\nTafuta: {signs}.\nAcha SMS hizi: {link}',
  'push.disease_warning':
    'Onyo hadi {until}. {disease}: wakulima wengi kuliko kawaida wanauripoti {district} na maeneo ya karibu.\n{steps}',
  'sms.warning_withdrawn': 'Kutu: Onyo hili halitumiki tena: {disease}, {district}.',
  'sms.stop': 'Acha SMS hizi: {link}',
  'page.map.title': 'Ramani ya magonjwa ya mazao Afrika Mashariki',
  'page.map.description':
    'Mahali wakulima wanapoona kutu na magonjwa mengine ya mahindi, maharage, ngano na mpunga, kwa wilaya na wiki.',
  'page.map.counts': 'Kila mduara kwenye ramani ni wakulima ambao picha zao zinaonyesha ugonjwa wiki hiyo.',
  'page.map.warnings': 'Maonyo kwenye ukurasa huu yamethibitishwa na wataalamu.',
  'page.map.hidden': 'Chini ya wakulima watano idadi hufichwa, ili mtu yeyote asitambulike.',
  'page.map.sample': 'Si kila mkulima hutumia Kutu. Kukosa ripoti si kukosa ugonjwa.',
}
