import type { en } from './en.ts'

/** Messages in Luganda. Not yet reviewed by a native speaker. */
export const lg: Record<keyof typeof en, string> = {
  'error.validation_failed': 'Kebera ebifo ebiragiddwa.',
  'error.invalid_value': 'Ekiri mu “{field}” si kituufu. {message}',
  'error.malformed_request': 'Okusaba tekusomese. Gezaako nate.',
  'error.token_invalid': 'Akayungo kano tekakyakola. Saba akapya.',
  'error.code_invalid': 'Koodi eno si ntuufu. Gikebere ogezeeko nate.',
  'error.code_expired': 'Koodi eno tekyakola. Saba empya.',
  'error.weak_password':
    'Ekigambo ky’okuyingira {strength, select, too_weak {kinafu nnyo} weak {kinafu} medium {kya wakati} guessable {kyangu okuteebereza. Londa ebigambo ebirala.} other {kya maanyi}}',
  'error.wrong_password': 'Ekigambo kino eky’okuyingira si kituufu.',
  'error.no_file':
    '{purpose, select, training {Teekawo ekifaananyi ekituufu eky’okutendeka.} other {Teekawo ekifaananyi eky’okukebera.}}',
  'error.label_required': 'Londa erinnya ly’okutendeka.',
  'error.too_many_files':
    '{max, plural, =1 {Osobola okuteekawo ekifaananyi kimu kyokka omulundi gumu} other {Osobola okuteekawo ebifaananyi # byokka omulundi gumu}}',
  'error.unauthenticated': 'Sooka oyingire.',
  'error.invalid_credentials': 'Email oba ekigambo ky’okuyingira si kituufu.',
  'error.forbidden': 'Akawunti yo tekkirizibwa kukola kino.',
  'error.link_expired': 'Akayungo k’ekifaananyi kano tekakyakola. Ggulawo olupapula nate.',
  'error.account_inactive': 'Akawunti eno tennaggulwa. Kakasa email yo ogiggulewo.',
  'error.account_deactivated': 'Akawunti eno eggaddwawo. Tuwandiikire bw’oba olowooza nti nsobi.',
  'error.approval_pending': 'Omukulembeze akebera akawunti yo.',
  'error.password_confirmation_required': 'Sooka okakase ekigambo kyo eky’okuyingira.',
  'error.own_response': 'Tosobola kukakasa wadde okuwagira endowooza yo yennyini.',
  'error.own_image': 'Tosobola kukebera kifaananyi kyo yennyini.',
  'error.own_training_photos': 'Waweereza oba wakebera ebifaananyi byayo. Abalala be bagitandisa.',
  'error.warning_of_other_country': 'Abakugu b’eggwanga eryo bokka be basobola okusalawo ku kulabula kuno.',
  'error.second_person_needed': 'Omulala ateekwa okukkiriza: ggwe wakakasa okulabula kuno.',
  'error.api_key_unknown': 'Ekisumuluzo kino ekya API tekimanyiddwa. Kakasa nti kijjuvu.',
  'error.api_key_expired': 'Ekisumuluzo kino ekya API kiweddeko. Saba ekipya.',
  'error.api_key_revoked': 'Ekisumuluzo kino ekya API kyasaziddwamu. Saba ekipya.',
  'error.api_key_not_accepted': 'Okusaba kuno tekukkiriza bisumuluzo bya API.',
  'error.api_key_scope_missing': 'Ekisumuluzo kino ekya API tekirina lukusa lwa {scope}.',
  'error.api_key_country_missing': 'Ekisumuluzo kino ekya API kisoma amawanga gano gokka: {countries}. Londako limu.',
  'error.not_found': 'Kino tekirabika.',
  'error.method_not_allowed': 'Endagiriro eno teddamu kusaba kwa ngeri eyo.',
  'error.email_taken': 'Waliwo akawunti eriko email eno. Yingira, oba kozesa email endala.',
  'error.username_taken': 'Erinnya lino lyakwatibwa. Londa eddala.',
  'error.warning_not_in_force': 'Okulabula kuno tekukola. Ggulawo nate olabe bwe kuli kati.',
  'error.warning_not_confirmed': 'Okulabula kuno tekwakakasibwa. Ggulawo nate olabe bwe kuli kati.',
  'error.already_decided': 'Kino kyasalibwawo dda. Ggulawo nate olabe bwe kiri kati.',
  'error.already_labeled': 'Ekifaananyi kino wakiwadde dda linnya.',
  'error.country_chosen': 'Walonda dda eggwanga lyo. Omukulembeze asobola okulikyusa.',
  'error.own_account': 'Tosobola kuggalawo akawunti yo yennyini. Saba omukulembeze omulala.',
  'error.last_admin': 'Ono ye mukulembeze asembayo. Sooka oteekewo omulala.',
  'error.user_deactivated': 'Akawunti eno eggaddwawo. Sooka ogiggulewo nate.',
  'error.too_late': 'Kino tekikyayinza kuddirizibwa. Ggulawo nate olabe bwe kiri kati.',
  'error.edited_since': 'Omulimi akyusizza obubaka buno ng’omaze okubuggulawo. Busome nate, olyoke osalewo.',
  'error.not_approved_yet': 'Obubaka buno tebunnakakasibwa, kale tebukkiriza ndowooza.',
  'error.duplicate_post': '“{title}” wakiteeseeyo dda. Kisange mu bubaka bwo.',
  'error.edit_time_over': 'Okuddamu kukyusibwa mu ssaawa emu yokka.',
  'error.duplicate_response': 'Endowooza eno wagiwandiika dda wano.',
  'error.too_many_saved_replies': 'Olina okuddamu okuterekeddwa 100. Sooka ogyewo kumu.',
  'error.duplicate_image': 'Ekifaananyi kino wakiweereza dda. Kibalibwa omulundi gumu gwokka.',
  'error.session_running': 'Okutendeka kugenda mu maaso. Linda kumale okuggwa.',
  'error.nothing_to_learn':
    'Tewali bifaananyi bipya ebikkiriziddwa okuva okutendeka okwasembayo. Sooka oweereze ebimu.',
  'error.teaching_paused': 'Omuddukanya ayimirizza okuyigiriza. Tewali musomo gutandika.',
  'error.model_not_usable': 'Enkyusa eno ya mutimbagano gwa dda, tekyasobola kuddamu.',
  'error.slot_taken': 'Waliwo omulala asoose okukwata ekiseera kino. Londako ekirala.',
  'error.too_many_pending': 'Ebikwate byo {max} bikyalindirira. Sooka osazeemu kimu.',
  'error.slot_overlaps':
    '{known, select, yes {Ekiseera kyo okuva {start} okutuuka {end} kiziyiza. Obudde obuddako obuliwo: {free}.} other {Olina dda ekiseera ekiggule mu budde obwo. Londa obudde obulala, oba sooka oggalewo ekyo ekirala.}}',
  'error.slot_booked': 'Omulimi akutte ekiseera kino. Sooka ogaane oba osazeemu okusaba kwe.',
  'error.slot_inactive': 'Ekiseera kino tekikyali kiggule.',
  'error.slot_past': 'Ekiseera kino kyatandise dda. Londako ekijja oluvannyuma.',
  'error.farmer_busy':
    '{known, select, offer {Omulimi alina eby’okukola okuva {start} okutuuka {end}. Obudde obuddako obuliwo: {free}.} none {Omulimi alina eby’okukola okuva {start} okutuuka {end}. Londa obudde obulala munda mu kiseera kino.} other {Omulimi alina ensisinkano endala mu budde obwo. Londa obudde obulala munda mu kiseera kino.}}',
  'error.expert_busy': 'Olina ensisinkano endala mu budde obwo. Londa obudde obulala munda mu kiseera kino.',
  'error.appointment_not_begun': 'Ensisinkano eno tennatandika.',
  'error.appointment_missed': "Omukugu yawandiise nti temwasisinkanye, n'olwekyo tosobola kugyogerako.",
  'error.appointment_rated': "Omulimi yagyogeddeko dda, n'olwekyo yaliwo.",
  'error.appointment_begun': "Ensisinkano eno yatandise dda, n'olwekyo tesobola kukyusibwa.",
  'error.idempotency_key_reused': 'Ekisumuluzo kino kyakozesebwa ku kusaba okulala.',
  'error.request_in_progress': 'Okusaba kwe kumu kukyakolebwako. Linda katono.',
  'error.too_big': '{what, select, request {Okusaba kunene nnyo.} other {Fayiro nnene nnyo (esinga: MB 5)}}',
  'error.unsupported_type':
    '{what, select, request {Engeri y’okusaba kuno tekkirizibwa.} other {Ekika kya fayiro kino tekikkirizibwa}}',
  'error.https_required': 'Kozesa Kutu ng’oyita mu https.',
  'error.expectation_failed': 'Seva tesobola kutuukiriza kakwakkulizo ka kusaba kuno.',
  'error.not_a_leaf': 'Tetulaba kikoola mu kifaananyi kino.',
  'error.image_unreadable': 'Ekifaananyi kino kyonoonese tekisomeka. Kikube nate.',
  'error.image_too_large': 'Ekifaananyi kino kinene nnyo. Londa obunene obutono ku kkamera.',
  'error.too_many_requests':
    'Ogezezzaako emirundi mingi. Linda {unit, select, seconds {sikonda {count}} minutes {eddakiika {count}} other {essaawa {count}}} ogezeeko nate.',
  'error.sign_in_blocked': 'Ekigambo ky’okuyingira kikyamu emirundi mingi. Teekawo ekipya ng’okozesa email yo.',
  'error.first_day_limit':
    'Ku lunaku lwayo olusooka akawunti empya esobola okuwandiika obubaka {posts} n’endowooza {responses}. Wandiika nate enkya.',
  'error.internal': 'Waliwo ekisobye ku ludda lwaffe. Gezaako nate.',
  'error.not_ready': 'Kutu tennaba kwetegeka. Gezaako nate oluvannyuma.',
  'error.overloaded': 'Abantu bangi nnyo bakozesa Kutu kati. Gezaako nate mu sikonda ntono.',
  'error.temporarily_unavailable': 'Kutu evuddeko akaseera katono. Gezaako nate mu sikonda ntono.',
  'error.storage_full': 'Kutu terina kifo kya kutereka kino. Gezaako nate oluvannyuma.',
  'part.unavailable':
    '{part, select, database {Database tekola.} files {Ebifaananyi tebisobola kuterekebwa.} other {Modeli tekola.}}',
  'part.full': '{part, select, database {Disiki ya database ejjudde.} other {Disiki y’ebifaananyi ejjudde.}}',
  'error.storage_unavailable': 'Ebifaananyi tebisobola kuggulwa oba kuterekebwa kati. Gezaako nate mu ddakiika ntono.',
  'error.challenge_expired': 'Obudde buweddeko oba ogezezzaako emirundi mingi. Ddamu otandike.',
  'error.passkey_invalid': 'Ekisumuluzo kino tekikkiriziddwa. Gezaako nate.',
  'error.second_factor_required': 'Kakasa nti ye ggwe okumaliriza okuyingira.',
  'error.password_change_required': 'Sooka weerondere ekigambo kyo eky’okuyingira.',
  'error.initial_password_expired': 'Ekigambo kino ekyasooka kiyiseeko. Londa “Weerabidde ekigambo ky’okuyingira”.',
  'error.second_factor_setup_required': 'Sooka oteekewo okuyingira mu mitendera ebiri.',
  'error.passkey_taken': 'Ekisumuluzo kino kikozesebwa dda.',
  'error.too_many_factors': 'Osobola okuba ne 5 zokka. Sooka oggyeko emu.',
  'error.second_factor_missing': 'Akawunti eno terina kuyingira mu mitendera ebiri.',
  'error.second_factor_blocked': 'Koodi nkyamu emirundi mingi. Kozesa koodi ey’okutaasa oba ekisumuluzo.',
  'field.required': 'Jjuza wano.',
  'field.too_short': 'Ennukuta ezitakka wansi wa {min}.',
  'field.too_long': 'Ennukuta ezitasukka {max}.',
  'field.too_small': 'Wandiika ekitakka wansi wa {min}.',
  'field.too_large': 'Wandiika ekitasukka {max}.',
  'field.weeks': 'Wiiki ezitasukka {max}.',
  'field.file_count': 'Londa ebifaananyi {min} okutuuka ku {max} eby’ekimera kimu.',
  'field.choice': 'Londa ku bino: {choices}.',
  'field.email': 'Eno si ndagiriro ya email.',
  'field.email_same': 'Eno ye email yo dda.',
  'field.invalid': 'Kebera wano oddemu ogezeeko.',
  'field.characters': 'Ennukuta ezimu tezisobola kuterekebwa. Ziggyemu.',
  'field.image_unknown': 'Ekifaananyi kino tekikyaliwo. Kiteekeko nate.',
  'field.analysis_unknown': 'Okukebera kuno si kwo.',
  'field.phone': 'Ennamba y’essimu eno teriiwo. Tandika ne koodi y’ensi.',
  'field.username_address': 'Erinnya ly’omukozesa teriyinza kuba ndagiriro ya mukutu oba email.',
  'field.username_letters': 'Kozesa ennukuta z’alifabeti emu yokka.',
  'field.username_reserved': 'Erinnya lino literekeddwa. Londa eddala.',
  'field.mismatch': 'Ebigambo by’okuyingira tebikwatagana',
  'field.password':
    'Ekigambo ky’okuyingira {strength, select, too_weak {kinafu nnyo} weak {kinafu} medium {kya wakati} guessable {kyangu okuteebereza. Londa ebigambo ebirala.} other {kya maanyi}}',
  'field.password_unchanged': 'Londa ekigambo eky’okuyingira ekirala.',
  'field.birthday': 'Olunaku luno olw’okuzaalibwa teruyinza kuba lutuufu.',
  'field.time': "Wandiika olunaku n'essaawa, nga 2026-11-24 14:00.",
  'field.time_gap': 'Ku lunaku olwo essaawa zibuuka obudde obwo. Londa obudde obulala.',
  'field.time_past': 'Obudde buno buyise. Londa obujja.',
  'field.time_order': "Enkomerero eteekwa okuba oluvannyuma lw'entandikwa.",
  'field.time_in_slot': 'Londa obudde obuli munda mu kiseera.',
  'field.date': 'Wandiika olunaku, nga 2026-11-24.',
  'field.time_zone': 'Tewali kitundu kya ssaawa bwe kityo.',
  'field.hours_overlap': 'Essaawa zino zikwatagana n’endala ez’olunaku olwo.',
  'plant.left_out': 'Ekifaananyi ekya {position} tekiraga kikoola, kale kirekeddwa.',
  'training.state.accepted': 'Kikkiriziddwa: okutendeka kukiyigirako.',
  'training.state.withdrawn': 'Ekifaananyi kino wakiggyayo.',
  'training.state.duplicate': 'Kifaanana: ekikoola kino kyaweerezebwa edda. Ky’ogambye ye ndowooza endala.',
  'training.state.waiting':
    '{reason, select, contradicts_model {Omukugu omulala abuuzibwa, kubanga omudeeli gukakasa ekirala.} contradicts_expert {Omukugu omulala abuuzibwa, kubanga abakugu tebakkaanya ku kikoola kino.} agreement_low {Omukugu omulala abuuzibwa, nga bwe kiri ku bifaananyi byo byonna kati.} other {Abakugu batunuulira ekifaananyi kino.}}',
  'training.state.refused':
    '{reason, select, no_agreement {Tekikozesebwa: abakugu tebakkaanyizza ku kye kiraga.} expert_excluded {Tekikozesebwa: omuddukanya aggyeewo ebifaananyi byo.} other {Tekikozesebwa: omukugu omulala yakizuula nga tekisaanira kutendeka.}}',
  'training.session.queued': 'Okutendeka kulindirira okutandika.',
  'training.session.running': 'Okutendeka kugenda mu maaso.',
  'training.session.promoted':
    '{activation, select, active {Enkyusa {version} y’ekozesebwa.} waiting {Enkyusa {version} yayise mu bigezo byonna. {needed, plural, =1 {Omuddukanya oba omukugu} other {Omuddukanya oba abakugu babiri}} basobola okugitandisa.} other {Enkyusa {version} yayise mu bigezo byonna. Tekozesebwa.}}',
  'training.withdrawal': 'Yayigiriziddwa nate awatali bifaananyi ebyaggyibwawo.',
  'training.withdrawal.kept': 'Awatali bifaananyi ebyaggyibwawo tewali nkyusa esinga {shipped}. Osobola okugiddira.',
  'training.session.kept': 'Enkyusa {parent} teyakyusiddwa.',
  'training.session.failed': 'Okutendeka kulemye. Modeli teyakyuse.',
  'training.class':
    '{class, select, common_rust {obutalagge} healthy {ebikoola ebiramu} other_disease {endwadde endala} other {ebifaananyi ebitaliiko kikoola}}',
  'training.reason.class_recall_lost':
    'Empya ezuula {class} emirundi mitono{crop, select, all {} other { ku {crop}}}: ebifaananyi {after} ku {photos} bituufu, edda {before}.',
  'training.reason.confident_answers_worse':
    'Empya esinga okukyama bw’ekakasa: okuddamu {wrongAfter} ku {photosAfter}, edda {wrongBefore} ku {photosBefore}.',
  'training.reason.held_back_worse':
    'Ku bifaananyi by’abakugu ebyaterekebwa okukeberebwako, empya etuuka ku bituufu {after} ku {photos}, eriwo {before}.',
  'training.reason.crop_worse':
    'Empya esobya okusinga ku {crop}: {after} ku bifaananyi {photos} bituufu, edda {before}.',
  'training.reason.gain_not_proven': 'Kiyinza okuba mukisa: ebifaananyi {better} kati bituufu, {worse} kati bikyamu.',
  'training.reason.confidence_worse': 'Ku bifaananyi by’abakugu ebyaterekebwa, obukakafu bwayo si bwa mazima nnyo.',
  'training.reason.too_few_sources':
    'Yeetaaga ebifaananyi by’abakugu babiri n’ebifo bibiri, bisatu buli kimu. Kati: {experts} ne {places}.',
  'training.reason.nothing_to_learn': 'Tewaali kifaananyi kikkiriziddwa kya kuyigirako.',
  'training.reason.nothing_changed': 'Ebifaananyi ebikkiriziddwa tebyagiyigirizza kipya kyonna.',
  'training.reason.given_up': 'Kwagezebwako emirundi esatu, seva n’eyimirira buli mulundi.',
  'training.reason.broken': 'Waliwo ekikyamye ku ludda lwaffe. Tandika okulala.',
  'accounts.registered':
    'Akawunti yo egguddwawo. Tuweerezza koodi ya digito 4 ku email yo; ekola okumala eddakiika 10.',
  'accounts.email_verified': 'Email yo ekakasiddwa. Kati londa ekigambo kyo eky’okuyingira.',
  'accounts.code_sent': 'Tuweerezza koodi empya ku email yo. Enkadde tekyakola.',
  'accounts.activated': 'Akawunti yo etandise okukola. Kati osobola okuyingira.',
  'accounts.activated_signed_in': 'Akawunti yo etandise okukola. Tukwaniriza ku Kutu.',
  'accounts.reset_sent':
    'Bwe waba nga waliwo akawunti eriko email eno, tuweerezza akayungo ak’okuteekawo ekigambo ekipya eky’okuyingira. Kebera email yo.',
  'accounts.password_reset': 'Ekigambo kyo eky’okuyingira kiteekeddwawo. Yingira n’ekipya.',
  'accounts.password_changed': 'Ekigambo kyo eky’okuyingira kikyusiddwa. Oggyiddwa ku byuma ebirala byonna.',
  'accounts.email_change_sent': 'Tuweerezza akayungo ku {email}. Kaggulewo okyuse email yo.',
  'accounts.email_changed': 'Email yo kati ye {email}.',
  'accounts.email_restored': 'Email yo ye {email} nate. Teekawo ekigambo ekipya.',
  'accounts.profile_completed': 'Ebikukwatako byonna bijjuziddwa.',
  'accounts.leaving': 'Akawunti yo ejja kusazibwa {when}. Yingira ng’olunaku olwo terunnatuuka esigalewo.',
  'accounts.kept': 'Akawunti yo esigaddewo. Tejja kusazibwa.',
  'accounts.former_member': 'eyali mmemba',
  'accounts.customer_type.individual_farmer': 'Omulimi ssekinnoomu',
  'accounts.customer_type.cooperative': 'Ekibiina ky’obwegassi',
  'accounts.customer_type.company': 'Kampuni',
  'accounts.customer_type.ngo': 'Ekitongole ky’obwannakyewa',
  'accounts.customer_type.research': 'Okunoonyereza oba okubangula abalimi',
  'mail.verify_email.subject': '{code} ye koodi yo eya Kutu',
  'mail.verify_email.text':
    'Gyebaleko {username},\n\nkoodi yo ye {code}. Ekola okumala eddakiika 10.\n\nGiwandiike mu Kutu, oba ggulawo akayungo kano:\n{link}\n\nBw’oba teweewandiisa mu Kutu, tewali ky’olina kukola.\n\nKutu',
  'mail.reset_password.subject': 'Teekawo ekigambo ekipya eky’okuyingira mu Kutu',
  'mail.reset_password.text':
    'Gyebaleko {username},\n\nggulawo akayungo kano mu ssaawa emu okuteekawo ekigambo ekipya eky’okuyingira:\n{link}\n\nAkayungo kakola omulundi gumu gwokka. Tokasabye? Tokola kintu kyonna, n’ekigambo kyo tekikyuka.\n\nKutu',
  'mail.confirm_email.subject': 'Kakasa email yo empya eya Kutu',
  'mail.confirm_email.text':
    'Gyebaleko {username},\n\nggulawo akayungo kano mu ssaawa emu okukozesa email eno ku akawunti yo eya Kutu:\n{link}\n\nAkayungo kakola omulundi gumu gwokka. Bw’oba tokasabye, tewali ky’olina kukola.\n\nKutu',
  'mail.email_in_use.subject': 'Email eno erina dda akawunti ya Kutu',
  'mail.email_in_use.text':
    'Gyebaleko,\n\nwaliwo ayagadde okukozesa email eno ku akawunti ya Kutu. Erina dda akawunti, noolwekyo tewali kikyusiddwa.\n\nBw’oba nga ggwe wuuyo, yingira ne email eno:\n{link}\n\nBw’oba si ggwe, tewali ky’olina kukola.\n\nKutu',
  'mail.email_changed.subject': 'Email y’akawunti yo eya Kutu ekyusiddwa',
  'mail.email_changed.text':
    'Gyebaleko {username},\n\nakawunti yo eya Kutu kati erina email endala. Tetukyawandiikira eno.\n\nBw’oba si ggwe, ggulawo akayungo kano mu nnaku 7. Buli omu afulumizibwa. Oddizibwa email eno, era oteekawo ekigambo ekipya eky’okuyingira:\n{link}\n\nBw’oba nga ggwe wuuyo, tewali ky’olina kukola.\n\nKutu',
  'mail.expert_approved.subject': 'Akawunti yo ey’omukugu mu Kutu ekakasiddwa',
  'mail.expert_approved.text':
    'Gyebaleko {username},\n\nakawunti yo ey’omukugu ekakasiddwa. Kati osobola okuddamu abalimi, okulaga ebiseera by’okwogera nabo n’okuweereza ebifaananyi eby’okutendeka.\n\nYingirira wano:\n{link}\n\nKutu',
  'mail.expert_declined.subject': 'Akawunti yo ey’omukugu mu Kutu teyakakasiddwa',
  'mail.expert_declined.text':
    'Gyebaleko {username},\n\ntetwasobodde kukakasa akawunti yo ey’omukugu.{hasReason, select, yes {\n\nEnsonga: {reason}} other {}}\n\nOkyasobola okuyingira n’okulaba:\n{link}\n\nKutu',
  'mail.profile_change_approved.subject': 'Obukugu bwo bw’okyusizza bulagiddwa ku Kutu',
  'mail.profile_change_approved.text':
    'Gyebaleko {username},\n\nomukulembeze akebedde obukugu bwo bw’okyusizza. Abalimi babulaba okuva kati.\n\nEbikukwatako:\n{link}\n\nKutu',
  'mail.profile_change_declined.subject': 'Obukugu bwo bw’okyusizza tebulagiddwa ku Kutu',
  'mail.profile_change_declined.text':
    'Gyebaleko {username},\n\nomukulembeze takkirizza bukugu bwo bw’okyusizza. Abalimi bakyalaba obw’edda.{hasReason, select, yes {\n\nEnsonga: {reason}} other {}}\n\nOsobola okubukyusa nate:\n{link}\n\nKutu',
  'notification.export_ready':
    'Fayiro erimu ebikukwatako byonna eweddeko. Osobola okugifuna mu nteekateeka okumala ennaku 7.',
  'notification.account_kept':
    'Akawunti yo esigaddewo, kubanga oyingidde nate. Ebikwate n’ebiseera ebyaggwa tebikomawo.',
  'export.readme':
    'Bino bye byonna Kutu by’etereka ku {username}.\n\nBuli fayiro ya .json lukalala pulogulaamu yonna lw’esobola okusoma. Ebifaananyi biri mu folda photos; olunyiriri olulina ekifaananyi lutegeeza fayiro yaakyo. Ebigambo by’okuyingira n’ebikakasa okuyingira si mwebiri.\n\nKuuma bulungi fayiro eno: eraga ggwe ani n’gy’obeera.',
  'notification.expert_waiting': '{username}, omukugu, alinze okukakasibwa kwo.',
  'notification.model_waiting': 'Enkyusa {version} ey’omudeeli erinze ogikoleeze.',
  'notification.booking_approved': '{name} akkirizza okukwata kwo: {when}.',
  'notification.booking_rejected':
    '{name} teyasobodde kukkiriza kiseera kye wakwata ekya {when}.{hasReason, select, yes { Ensonga: {reason}} other {}}',
  'notification.training_completed':
    '{state, select, proposed {Okutendeka kuwedde: enkyusa {version} esinga obulungi. Erindirira omuddukanya oba abakugu.} promoted {Okutendeka kuwedde: enkyusa {version} yatandika okukozesebwa.} kept {Okutendeka kuwedde: enkyusa {version} yasigala ng’ekozesebwa.} other {Okutendeka kulemye; enkyusa eyaliwo yeeyongera okuddamu.}}{images, plural, =0 {} other { Kwakozesa ebifaananyi byo #.}}{photos, plural, =0 {} other { Ku bifaananyi # eby’okukeberebwako, enkyusa empya yatuuka ku bituufu {after}, eyasooka {before}.}}',
  'notification.model_activated': '{username} yakoleesezza enkyusa {version} ey’omudeeli.',
  'notification.image_analysis':
    '{band, select, likely {{answer, select, common_rust {Ekifaananyi kyo kikebereddwa: kirabika nga butalagge.} healthy {Ekifaananyi kyo kikebereddwa: kirabika nga kiramu.} other {Ekifaananyi kyo kikebereddwa: kirabika nga bulwadde bulala.}}} other {{answer, select, common_rust {Ekifaananyi kyo kikebereddwa: obutalagge.} healthy {Ekifaananyi kyo kikebereddwa: kiramu.} other_disease {Ekifaananyi kyo kikebereddwa: obulwadde obulala.} uncertain {Ekifaananyi kyo kikebereddwa: modeli teyeekakasa.} other {Ekifaananyi kyo kikebereddwa.}}}}',
  'notification.follow_up':
    '{crop, select, maize {Ddamu okebere kasooli wo leero.} wheat {Ddamu okebere eŋŋaano yo leero.} rice {Ddamu okebere omuceere gwo leero.} beans {Ddamu okebere ebijanjaalo byo leero.} other {Ddamu okebere ebimera byo leero.}}',
  'notification.disease_warning':
    'Okulabula okutuuka nga {until}. {disease}: abalimi bangi okusinga bulijjo babuloopa mu {district} n’okumpi awo. Soma emitendera esatu.',
  'notification.warning_withdrawn': 'Okulabula kuno tekukyakola: {disease}, {district}.',
  'notification.warning_proposed': '{disease} buyinza okuba nga bweyongera mu {district}. Tunuulira emiwendo.',
  'notification.sms_waiting': '{disease} mu {district}: SMS zirinze omuntu ow’okubiri akkirize.',
  'notification.visit_planned': 'Ojja kukyalira {district} nga {on} olw’okulabula: {disease}.',
  'notification.visit_cancelled': 'Okukyala kwo e {district} okwa {on} kusaziddwamu.',
  'notification.post_approved': 'Obubaka bwo “{title}” bukakasiddwa era bulabibwa bonna.',
  'notification.post_flagged':
    'Obubaka bwo “{title}” buteekeddwako akabonero.{hasReason, select, yes { Ensonga: {reason}} other {}}',
  'notification.post_hidden':
    'Omukulembeze aggye obubaka bwo “{title}” ku lubaawo.{hasReason, select, yes { Ensonga: {reason}} other {}}',
  'notification.post_commented': '{username} awandiise endowooza ku bubaka bwo “{title}”.',
  'notification.post_answered': 'Omukugu {username} azzeemu obubaka bwo “{title}”.',
  'notification.post_unanswered': '“{title}” bwa mangu era tewali mukugu abuzzeemu okumala essaawa 6.',
  'notification.response_approved': 'Endowooza yo ku “{title}” ekakasiddwa era erabibwa bonna.',
  'notification.response_flagged':
    'Endowooza yo ku “{title}” eteekeddwako akabonero.{hasReason, select, yes { Ensonga: {reason}} other {}}',
  'notification.response_hidden':
    'Omukulembeze aggye endowooza yo ku “{title}” ku lubaawo.{hasReason, select, yes { Ensonga: {reason}} other {}}',
  'notification.response_endorsed': 'Omukugu awagidde endowooza yo ku “{title}”.',
  'mail.post_approved.subject': 'Obubaka bwo ku Kutu bukakasiddwa',
  'mail.post_approved.text':
    'Gyebaleko {farmer},\n\nobubaka bwo “{title}” bukakasiddwa era kati bulabibwa bonna. Tujja kukuwandiikira nga waliwo azzeemu.\n\nBusome wano:\n{link}\n\nKutu',
  'mail.post_flagged.subject': 'Obubaka bwo ku Kutu buteekeddwako akabonero',
  'mail.post_flagged.text':
    'Gyebaleko {farmer},\n\nomukugu ateese akabonero ku bubaka bwo “{title}”, kale tewali mulala abulaba.{hasReason, select, yes {\n\nEnsonga: {reason}} other {}}\n\nOsobola okubuggyayo n’owandiika obupya:\n{link}\n\nKutu',
  'mail.post_hidden.subject': 'Obubaka bwo buggyiddwa ku lubaawo lwa Kutu',
  'mail.post_hidden.text':
    'Gyebaleko {farmer},\n\nomukulembeze aggye obubaka bwo “{title}” ku lubaawo: tewali mulala abulaba.{hasReason, select, yes {\n\nEnsonga: {reason}} other {}}\n\nOsobola okubuggyayo n’owandiika obupya:\n{link}\n\nKutu',
  'mail.post_commented.subject': 'Endowooza ku bubaka bwo ku Kutu',
  'mail.post_commented.text':
    'Gyebaleko {farmer},\n\n{username} awandiise endowooza ku bubaka bwo “{title}”.\n\nGisome wano:\n{link}\n\nKutu',
  'mail.post_answered.subject': 'Omukugu azzeemu obubaka bwo ku Kutu',
  'mail.post_answered.text':
    'Gyebaleko {farmer},\n\nomukugu {username} azzeemu obubaka bwo “{title}”.\n\nSoma wano:\n{link}\n\nKutu',
  'mail.posts_unanswered.subject': 'Obubaka obwa mangu {count} ku Kutu tebunnaddibwamu',
  'mail.posts_unanswered.text':
    'Gyebaleko {username},\n\n{count, plural, one {obubaka obwa mangu “{title}” bulinze} other {obubaka obwa mangu # bulinze}} omukugu okumala essaawa 6.\n\nDdamu wano:\n{link}\n\nKutu',
  'mail.waiting_work.subject': 'Ebikulindiridde ku Kutu leero ({count})',
  'mail.waiting_work.text':
    'Gyebaleko {username},\n\nbino bikulindiridde ku Kutu:\n\n{warnings, plural, =0 {} one {- okulabula # okw’okusalawo\n} =100 {- okulabula 100 oba okusingawo okw’okusalawo\n} other {- okulabula # okw’okusalawo\n}}{posts, plural, =0 {} one {- obubaka # obw’okukebera\n} =100 {- obubaka 100 oba okusingawo obw’okukebera\n} other {- obubaka # obw’okukebera\n}}{comments, plural, =0 {} one {- endowooza # ey’okukebera\n} =100 {- endowooza 100 oba okusingawo ez’okukebera\n} other {- endowooza # ez’okukebera\n}}{bookings, plural, =0 {} one {- okusaba # okw’ensisinkano okw’okuddamu\n} =100 {- okusaba 100 oba okusingawo okw’ensisinkano okw’okuddamu\n} other {- okusaba # okw’ensisinkano okw’okuddamu\n}}{photos, plural, =0 {} one {- ekifaananyi # eky’okutendeka eky’okukebera\n} =100 {- ebifaananyi 100 oba okusingawo eby’okutendeka eby’okukebera\n} other {- ebifaananyi # eby’okutendeka eby’okukebera\n}}\nByonna mu kifo kimu:\n{link}\n\nOsobola okuggyako email eno mu nteekateeka zo:\n{settings}\n\nKutu',
  'calendar.summary': 'Kutu: okusisinkana ne {name}',
  'calendar.description':
    'Mujja kwogera ne {name} ku birime byammwe.\n\n{hasPhone, select, yes {Essimu: {phone}\n} other {}}E-mail: {email}\n\nOkukukyusa oba okukusazaamu:\n{link}',
  'notification.booking_requested': '{name} akutte ekiseera kyo ekya {when}. Kikkirize oba okisazeemu.',
  'notification.booking_rescheduled': '{name} akyusizza okusisinkana kwammwe okudda ku {when}.',
  'notification.booking_cancelled':
    '{name} asazizzaamu {wasApproved, select, yes {okusisinkana okwa} other {ekiseera ekya}} {when}.{hasReason, select, yes { Ensonga: {reason}} other {}}',
  'notification.booking_expired': 'Ekiseera kye wakwata ekya {when} tekyaddibwamu mu budde. Kwata ekirala.',
  'notification.booking_closed':
    '{wasApproved, select, yes {Okusisinkana kwo okwa} other {Ekiseera kye wakwata ekya}} {when} tekijja kubaawo: akawunti ya {name} eggaddwa.',
  'notification.booking_reminder': 'Okusisinkana kwo ne {name} kuli {when}.',
  'mail.booking_requested.subject': '{name} akutte ekiseera kyo ekya {when}',
  'mail.booking_requested.text':
    'Gyebaleko {reader},\n\n{name} akutte ekiseera kyo ekya {when}. Tewali mulala ayinza kukikwata okutuusa ng’ozzeemu.\n\nKikkirize n’essaawa yennyini, oba kisazeemu:\n{link}\n\nKutu',
  'mail.booking_approved.subject': 'Okusisinkana kwo: {when}',
  'mail.booking_approved.text':
    'Gyebaleko {reader},\n\n{name} akkirizza okukwata kwo. Okusisinkana kwammwe kuli {when}.\n\n{hasPhone, select, yes {Essimu: {phone}\n} other {}}E-mail: {email}\n\nFayiro eri n’ebbaluwa eno ekuteeka mu kalenda yo. Tujja kukujjukiza ng’ebula olunaku lumu, era ng’ebula essaawa emu.\n\nOkukusazaamu:\n{link}\n\nKutu',
  'mail.booking_entry.subject': 'Okusisinkana kwo ne {name}: {when}',
  'mail.booking_entry.text':
    'Gyebaleko {reader},\n\nokusisinkana kwo ne {name} kuli {when}.\n\n{hasPhone, select, yes {Essimu: {phone}\n} other {}}E-mail: {email}\n\nFayiro eri n’ebbaluwa eno ekuteeka mu kalenda yo. Tujja kukujjukiza ng’ebula olunaku lumu, era ng’ebula essaawa emu.\n\nOkukukyusa oba okukusazaamu:\n{link}\n\nKutu',
  'mail.booking_rejected.subject': 'Ekiseera kye wakwata ekya {when} tekikkiriziddwa',
  'mail.booking_rejected.text':
    'Gyebaleko {reader},\n\n{name} teyasobodde kukkiriza kiseera kye wakwata ekya {when}.{hasReason, select, yes {\n\nEnsonga: {reason}} other {}}\n\nKwata ekiseera ekirala:\n{link}\n\nKutu',
  'mail.booking_rescheduled.subject': 'Okusisinkana kwo kaakano kuli {when}',
  'mail.booking_rescheduled.text':
    'Gyebaleko {reader},\n\n{name} akyusizza okusisinkana kwammwe. Kaakano kuli {when}.\n\nFayiro eri n’ebbaluwa eno ekukyusa mu kalenda yo.\n\nEssaawa bw’eba tekusanyusa, kusazeemu wano:\n{link}\n\nKutu',
  'mail.booking_cancelled.subject': 'Kusaziddwamu: {when}',
  'mail.booking_cancelled.text':
    'Gyebaleko {reader},\n\n{name} asazizzaamu {wasApproved, select, yes {okusisinkana okwa} other {ekiseera ekya}} {when}.{hasReason, select, yes {\n\nEnsonga: {reason}} other {}}{wasApproved, select, yes {\n\nFayiro eri n’ebbaluwa eno ekuggya mu kalenda yo.} other {}}\n\nEbiseera byo:\n{link}\n\nKutu',
  'mail.booking_cancelled_entry.subject': 'Osazizzaamu okusisinkana okwa {when}',
  'mail.booking_cancelled_entry.text':
    'Gyebaleko {reader},\n\nosazizzaamu okusisinkana okwa {when}, era {name} ategeezeddwa.\n\nFayiro eri n’ebbaluwa eno ekuggya mu kalenda yo.\n\nKutu',
  'mail.booking_expired.subject': 'Ekiseera kye wakwata ekya {when} tekyaddibwamu',
  'mail.booking_expired.text':
    'Gyebaleko {reader},\n\n{name} teyaddamu ku kiseera kye wakwata ekya {when} mu budde, noolwekyo kiyiseeko. Tukwetondera.\n\nKwata ekiseera ekirala:\n{link}\n\nKutu',
  'mail.booking_closed.subject': 'Tekijja kubaawo: {when}',
  'mail.booking_closed.text':
    'Gyebaleko {reader},\n\n{wasApproved, select, yes {okusisinkana kwo okwa} other {ekiseera kye wakwata ekya}} {when} tekijja kubaawo, kubanga akawunti ya {name} eggaddwa.{wasApproved, select, yes {\n\nFayiro eri n’ebbaluwa eno ekuggya mu kalenda yo.} other {}}\n\nEbiseera byo:\n{link}\n\nKutu',
  'mail.booking_closed_own.subject': 'Tekijja kubaawo: {when}',
  'mail.booking_closed_own.text':
    'Gyebaleko {reader},\n\nakawunti yo eggaddwa, noolwekyo {wasApproved, select, yes {okusisinkana kwo} other {ekiseera kyo}} ne {name} okwa {when} tekijja kubaawo, era {name} ategeezeddwa.{wasApproved, select, yes {\n\nFayiro eri n’ebbaluwa eno ekuggya mu kalenda yo.} other {}}\n\nKutu',
  'mail.account_leaving.subject': 'Akawunti yo eya Kutu ejja kusazibwa {when}',
  'mail.account_leaving.text':
    'Gyebaleko {username},\n\nwasabye tusaze akawunti yo. Tujja kugisaza {when}. Erinnya, email, ennamba y’essimu, ebifaananyi, okukebera n’okumanyisibwa nabyo bisazibwa. Bye wawandiika ku lubaawo bisigalawo, nga tekuli linnya lyo.\n\nOfulumiziddwa wonna. Ebikwate n’okusisinkana kwo biweddewo, era oludda olulala lutegeezeddwa.\n\nOkusigaza akawunti yo, yingira ng’olunaku olwo terunnatuuka:\n{link}\n\nSi ggwe? Yingira kati okyuse ekigambo kyo eky’okuyingira.\n\nKutu',
  'mail.account_kept.subject': 'Akawunti yo eya Kutu esigaddewo',
  'mail.account_kept.text':
    'Gyebaleko {username},\n\noyingidde nate, noolwekyo tetusaza akawunti yo. Ebikwate n’ebiseera ebyaggwa tebikomawo.\n\nSi ggwe? Teekawo mangu ekigambo ekipya eky’okuyingira:\n{link}\n\nKutu',
  'mail.second_factor_added.subject':
    'Okuyingira mu mitendera ebiri: oyongeddeko {kind, select, passkey {ekisumuluzo} other {app ekakasa}}',
  'mail.second_factor_added.text':
    'Gyebaleko {username},\n\nkati osobola okukakasa okuyingira kwo mu Kutu ng’okozesa {kind, select, passkey {ekisumuluzo} other {app ekakasa}} “{name}”.\n\nSi ggwe? Teekawo mangu ekigambo ekipya eky’okuyingira era otuwandiikire:\n{link}\n\nKutu',
  'mail.second_factor_removed.subject':
    'Okuyingira mu mitendera ebiri: oggyeeko {kind, select, passkey {ekisumuluzo} other {app ekakasa}}',
  'mail.second_factor_removed.text':
    'Gyebaleko {username},\n\ntokyasobola kukakasa kuyingira kwo mu Kutu ng’okozesa {kind, select, passkey {ekisumuluzo} other {app ekakasa}} “{name}”.\n\nSi ggwe? Teekawo mangu ekigambo ekipya eky’okuyingira era otuwandiikire:\n{link}\n\nKutu',
  'mail.recovery_codes_renewed.subject': 'Koodi zo empya ez’okutaasa ku Kutu',
  'mail.recovery_codes_renewed.text':
    'Gyebaleko {username},\n\nolina koodi empya ez’okutaasa. Enkadde tezikyakola.\n\nSi ggwe? Teekawo mangu ekigambo ekipya eky’okuyingira era otuwandiikire:\n{link}\n\nKutu',
  'mail.second_factors_reset.subject': 'Okuyingira mu mitendera ebiri kuggyiddwa ku akawunti yo',
  'mail.second_factors_reset.text':
    'Gyebaleko {username},\n\nomukulembeze aggye okuyingira mu mitendera ebiri ku akawunti yo. Kati ekigambo kyo eky’okuyingira kimala. Kuteekeyo nate mu nteekateeka.\n\nSi ggwe? Teekawo mangu ekigambo ekipya eky’okuyingira era otuwandiikire:\n{link}\n\nKutu',
  'mail.booking_reminder.subject': '{kind, select, day {Okujjukiza} other {Kumpi}}: okusisinkana kwo, {when}',
  'mail.booking_reminder.text':
    'Gyebaleko {reader},\n\nokusisinkana kwo ne {name} kuli {when}.\n\n{hasPhone, select, yes {Essimu: {phone}\n} other {}}E-mail: {email}\n\nOkukusazaamu:\n{link}\n\nKutu',
  'text.appointment': 'Kutu: {name} akakasizza okusisinkana kwo: {when}.',
  'text.day': 'Kutu: okusisinkana kwo ne {name} kuli {when}.',
  'text.hour': 'Kutu: kumpi, okusisinkana kwo ne {name}: {when}.',
  'sms.disease_warning':
    'Kutu: {disease} buloopebwa okusinga bulijjo mu {district} n’okumpi. Okulabula okutuuka nga {until}.\n{steps}\nNoonya: {signs}.\nKomya SMS: {link}',
  'push.disease_warning':
    'Okulabula okutuuka nga {until}. {disease}: abalimi bangi okusinga bulijjo babuloopa mu {district} n’okumpi awo.\n{steps}',
  'sms.warning_withdrawn': 'Kutu: Okulabula kuno tekukyakola: {disease}, {district}.',
  'sms.stop': 'Komya SMS zino: {link}',
  'page.map.title': 'Mmaapu y’endwadde z’ebirime mu East Africa',
  'page.map.description':
    'Abalimi gye balaba obutalagge n’endwadde endala eza kasooli, ebijanjaalo, eŋŋaano n’omuceere, buli disitulikiti ne wiiki.',
  'page.map.counts': 'Buli nkulungo ku mmaapu etegeeza abalimi ebifaananyi byabwe biraga obulwadde wiiki eyo.',
  'page.map.warnings': 'Okulabula okuli ku lupapula luno kwakakasibwa abakugu.',
  'page.map.hidden': 'Wansi w’abalimi bataano omuwendo gukwekebwa, waleme kumanyibwa muntu.',
  'page.map.sample': 'Si buli mulimi akozesa Kutu. Obutaba na lipoota si butaba na bulwadde.',
}
