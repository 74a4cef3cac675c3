/** Messages of the server in English. The catalogs of the other languages must have the same keys, or they do not compile. */
export const en = {
  'error.validation_failed': 'Please check the marked fields.',
  'error.invalid_value': 'The value of “{field}” is not valid. {message}',
  'error.malformed_request': 'The request could not be read. Please try again.',
  'error.token_invalid': 'This link is no longer valid. Please ask for a new one.',
  'error.code_invalid': 'Wrong code. Please check it and try again.',
  'error.code_expired': 'This code is no longer valid. Please ask for a new one.',
  'error.weak_password':
    'Password is {strength, select, too_weak {Too weak} weak {Weak} medium {Medium} guessable {easy to guess. Choose other words.} other {Strong}}',
  'error.wrong_password': 'Wrong password.',
  'error.no_file':
    '{purpose, select, training {Please upload a valid image for training.} other {Please upload an image to process.}}',
  'error.label_required': 'Please select a label for training.',
  'error.too_many_files':
    '{max, plural, =1 {You can only upload one image at a time} other {You can upload at most # images at a time}}',
  'error.unauthenticated': 'Please sign in.',
  'error.invalid_credentials': 'Wrong email or password',
  'error.forbidden': 'Your account is not allowed to do this.',
  'error.link_expired': 'This picture link has expired. Please reload the page.',
  'error.account_inactive': 'This account is not active yet. Please verify your email and activate it.',
  'error.account_deactivated': 'This account has been deactivated. Write to us if you think this is a mistake.',
  'error.approval_pending': 'An administrator is checking your account.',
  'error.password_confirmation_required': 'Please confirm your password first.',
  'error.own_response': 'You cannot approve or endorse your own comment.',
  'error.own_image': 'You cannot review your own photo.',
  'error.own_training_photos': 'You sent or labeled its photos. Others activate this version.',
  'error.warning_of_other_country': 'Only experts of that country can decide on this warning.',
  'error.second_person_needed': 'Someone else must agree: you confirmed this warning.',
  'error.api_key_unknown': 'This API key is not known. Check that it is complete.',
  'error.api_key_expired': 'This API key has expired. Ask for a new one.',
  'error.api_key_revoked': 'This API key was revoked. Ask for a new one.',
  'error.api_key_not_accepted': 'This call does not accept API keys.',
  'error.api_key_scope_missing': 'This API key lacks the scope {scope}.',
  'error.api_key_country_missing': 'This API key reads these countries only: {countries}. Name one.',
  'error.not_found': 'This cannot be found.',
  'error.method_not_allowed': 'This address does not answer that kind of request.',
  'error.email_taken': 'There is already an account with this email. Sign in instead, or use another email.',
  'error.username_taken': 'This username is taken. Please choose another one.',
  'error.warning_not_in_force': 'This warning is not in force. Reload to see its state.',
  'error.warning_not_confirmed': 'This warning was never confirmed. Reload to see its state.',
  'error.already_decided': 'Someone has already decided this. Reload to see the result.',
  'error.already_labeled': 'You have labeled this photo already.',
  'error.country_chosen': 'You have chosen your country. An administrator can change it.',
  'error.own_account': 'You cannot deactivate your own account. Ask another admin.',
  'error.last_admin': 'This is the only administrator. Add another one first.',
  'error.user_deactivated': 'This account is deactivated. Reactivate it first.',
  'error.too_late': 'This can no longer be undone. Reload to see the latest.',
  'error.edited_since': 'The farmer changed this post. Read it again, then decide.',
  'error.not_approved_yet': 'You can comment once the post is approved.',
  'error.duplicate_post': 'You have already posted “{title}”. See “My posts”.',
  'error.edit_time_over': 'An answer can be changed for one hour only.',
  'error.duplicate_response': 'You have already written this comment here.',
  'error.too_many_saved_replies': 'You have 100 saved replies. Delete one first.',
  'error.duplicate_image': 'You have already submitted this photo.',
  'error.session_running': 'A training session is already running. Please wait.',
  'error.nothing_to_learn': 'No new accepted photos since the last session. Submit some first.',
  'error.teaching_paused': 'An administrator has paused teaching. No session starts for now.',
  'error.model_not_usable': 'This version was made for an older network and cannot be used.',
  'error.slot_taken': 'Someone booked this slot first. Please choose another one.',
  'error.too_many_pending': '{max} of your bookings are still waiting. Cancel one first.',
  'error.slot_overlaps':
    '{known, select, yes {Your slot from {start} to {end} is in the way. Next free time: {free}.} other {You already have an active slot at that time. Choose another time, or deactivate the other slot first.}}',
  'error.slot_booked': 'A farmer has booked this slot. Reject or cancel the booking first.',
  'error.slot_inactive': 'This slot is no longer open.',
  'error.slot_past': 'This slot has already begun. Please choose a later one.',
  'error.farmer_busy':
    '{known, select, offer {The farmer is busy from {start} to {end}. Next free time: {free}.} none {The farmer is busy from {start} to {end}. Choose another time within the slot.} other {The farmer has another appointment at that time. Choose another time within the slot.}}',
  'error.expert_busy': 'You have another appointment at that time. Choose another time within the slot.',
  'error.appointment_not_begun': 'This appointment has not begun yet.',
  'error.appointment_missed': 'The expert noted that you did not meet. It cannot be rated.',
  'error.appointment_rated': 'The farmer has already rated this appointment, so it took place.',
  'error.appointment_begun': 'This appointment has already begun, so it can no longer be changed.',
  'error.idempotency_key_reused': 'This request key was already used for another request.',
  'error.request_in_progress': 'Still working on it. Please wait a moment.',
  'error.too_big': '{what, select, request {The request is too large.} other {File too big (max: 5 MB)}}',
  'error.unsupported_type':
    '{what, select, request {The format of this request is not supported.} other {File type not supported}}',
  'error.https_required': 'Please use Kutu over https.',
  'error.expectation_failed': 'The server does not support the expectation of this request.',
  'error.not_a_leaf': 'We see no leaf in this photo.',
  'error.image_unreadable': 'This photo is damaged and cannot be read. Please take it again.',
  'error.image_too_large': 'This photo has too many pixels. Choose a smaller size in the camera.',
  'error.too_many_requests':
    'Too many tries. Please wait {unit, select, seconds {{count, plural, one {# second} other {# seconds}}} minutes {{count, plural, one {# minute} other {# minutes}}} other {{count, plural, one {# hour} other {# hours}}}} and try again.',
  'error.sign_in_blocked': 'Too many wrong passwords. Please choose “Forgot password” and set a new one.',
  'error.first_day_limit':
    'On the first day you may write {posts, plural, one {# post} other {# posts}} and {responses, plural, one {# comment} other {# comments}}. Please write again tomorrow.',
  'error.internal': 'Something went wrong on our side. Please try again.',
  'error.not_ready': 'Kutu is not ready. Please try again later.',
  'error.overloaded': 'Kutu is very busy right now. Please try again in a few seconds.',
  'error.temporarily_unavailable': 'Kutu had a short interruption. Please try again in a few seconds.',
  'error.storage_full': 'Kutu has no space left to save this. Please try again later.',
  'part.unavailable':
    '{part, select, database {The database does not work.} files {Photos cannot be stored.} other {The model does not work.}}',
  'part.full': '{part, select, database {The disk of the database is full.} other {The disk of the photos is full.}}',
  'error.storage_unavailable': 'Photos cannot be opened or saved right now. Please try again in a few minutes.',
  'error.challenge_expired': 'This took too long or failed too often. Please start again.',
  'error.passkey_invalid': 'This passkey was not accepted. Please try again.',
  'error.second_factor_required': 'Please confirm it’s you to finish signing in.',
  'error.password_change_required': 'Please choose your own password first.',
  'error.initial_password_expired': 'This first password has expired. Please choose “Forgot password”.',
  'error.second_factor_setup_required': 'Please set up two-step sign-in first.',
  'error.passkey_taken': 'This passkey is already in use.',
  'error.too_many_factors': 'You can have at most 5. Please remove one first.',
  'error.second_factor_missing': 'Two-step sign-in is not set up for this account.',
  'error.second_factor_blocked': 'Too many wrong codes. Please use a recovery code or a passkey.',
  'field.required': 'Please fill in this field.',
  'field.too_short': 'At least {min} characters.',
  'field.too_long': 'At most {max} characters.',
  'field.too_small': 'Enter at least {min}.',
  'field.too_large': 'Enter at most {max}.',
  'field.weeks': 'At most {max} weeks.',
  'field.file_count': 'Choose {min} to {max} photos of one plant.',
  'field.choice': 'Choose one of: {choices}.',
  'field.email': 'This is not an email address.',
  'field.email_same': 'This is already your email.',
  'field.invalid': 'Please check this and try again.',
  'field.characters': 'Some characters cannot be saved. Please remove them.',
  'field.image_unknown': 'This photo is no longer available. Please add it again.',
  'field.analysis_unknown': 'This is not one of your analyses.',
  'field.phone': 'This phone number does not exist. Start with the country code.',
  'field.username_address': 'A username cannot be a web or email address.',
  'field.username_letters': 'Please use letters of one alphabet only.',
  'field.username_reserved': 'This username is reserved. Please choose another.',
  'field.mismatch': 'Password mismatch',
  'field.password':
    'Password is {strength, select, too_weak {Too weak} weak {Weak} medium {Medium} guessable {easy to guess. Choose other words.} other {Strong}}',
  'field.password_unchanged': 'Please choose a different password.',
  'field.birthday': 'Please check the date of birth.',
  'field.time': 'Enter a date and time, such as 2026-11-24 14:00.',
  'field.time_gap': 'The clocks skip this time that day. Choose another time.',
  'field.time_past': 'This time has passed. Choose a later one.',
  'field.time_order': 'The end must be after the start.',
  'field.time_in_slot': 'Choose a time within the slot.',
  'field.date': 'Enter a date, such as 2026-11-24.',
  'field.time_zone': 'There is no such time zone.',
  'field.hours_overlap': 'These hours overlap other hours of the same day.',
  'plant.left_out': 'Photo {position} shows no leaf, so it was left out.',
  'training.state.accepted': 'Accepted for training.',
  'training.state.withdrawn': 'You withdrew this photo.',
  'training.state.duplicate': 'Duplicate: this leaf was submitted before. Your label counts as another opinion.',
  'training.state.waiting':
    '{reason, select, contradicts_model {Another expert is asked, because the model is sure of something else.} contradicts_expert {Another expert is asked, because experts disagree about this leaf.} agreement_low {Another expert is asked, as with all your photos for now.} other {Experts look at this photo.}}',
  'training.state.refused':
    '{reason, select, no_agreement {Not used: experts could not agree on what it shows.} expert_excluded {Not used: an administrator withdrew your photos.} other {Not used: another expert found it unfit for training.}}',
  'training.session.queued': 'The training session is waiting to start.',
  'training.session.running': 'The training session is running.',
  'training.session.promoted':
    '{activation, select, active {Version {version} is in use.} waiting {Version {version} passed every check. {needed, plural, =1 {An administrator or an expert} other {An administrator or two experts}} can put it to use.} other {Version {version} passed every check. It is not in use.}}',
  'training.withdrawal': 'Taught again without withdrawn photos.',
  'training.withdrawal.kept':
    'Without the withdrawn photos no version is better than {shipped}. You can go back to it.',
  'training.session.kept': 'Version {parent} was not replaced.',
  'training.session.failed': 'The training session failed. The model did not change.',
  'training.class':
    '{class, select, common_rust {rust} healthy {healthy leaves} other_disease {other diseases} other {photos without a leaf}}',
  'training.reason.class_recall_lost':
    'The new one finds {class} less often{crop, select, all {} other { on {crop}}}: {after} of {photos} photos right, before {before}.',
  'training.reason.confident_answers_worse':
    'The new one is wrong more often where it is sure: {wrongAfter} of {photosAfter} sure answers, before {wrongBefore} of {photosBefore}.',
  'training.reason.held_back_worse':
    'Of the experts’ photos held back for checking the new one gets {after} of {photos} right, the present one {before}.',
  'training.reason.crop_worse':
    'The new one is right less often on {crop}: {after} of {photos} photos, before {before}.',
  'training.reason.gain_not_proven': 'The gain may be chance: {better} photos newly right, {worse} newly wrong.',
  'training.reason.confidence_worse': 'On the experts’ photos held back, its confidence is less honest.',
  'training.reason.too_few_sources':
    'It needs photos from two experts and two places, three of each. So far: {experts} and {places}.',
  'training.reason.nothing_to_learn': 'There was no accepted photo to learn from.',
  'training.reason.nothing_changed': 'The accepted photos taught the model nothing new.',
  'training.reason.given_up': 'It was tried three times and the server stopped each time.',
  'training.reason.broken': 'Something went wrong on our side. Please start another one.',
  'accounts.registered': 'Your account is ready. We sent a 4-digit code to your email, valid for 10 minutes.',
  'accounts.email_verified': 'Your email is verified. Now choose your password.',
  'accounts.code_sent': 'We sent a new code to your email. The old one no longer works.',
  'accounts.activated': 'Your account is active. You can sign in now.',
  'accounts.activated_signed_in': 'Your account is active. Welcome to Kutu.',
  'accounts.reset_sent': 'If this email has an account, we sent a link. Please check your email.',
  'accounts.password_reset': 'Your password has been set. Sign in with the new one.',
  'accounts.password_changed': 'Your password has been changed. All other devices are signed out.',
  'accounts.email_change_sent': 'We have sent a link to {email}. Open it to change your email.',
  'accounts.email_changed': 'Your email is now {email}.',
  'accounts.email_restored': 'Your email is {email} again. Please set a new password.',
  'accounts.profile_completed': 'Your profile is complete.',
  'accounts.leaving': 'Your account will be deleted on {when}. Sign in before then to keep it.',
  'accounts.kept': 'Your account stays. It will not be deleted.',
  'accounts.former_member': 'a former member',
  'accounts.customer_type.individual_farmer': 'Individual farmer',
  'accounts.customer_type.cooperative': 'Cooperative',
  'accounts.customer_type.company': 'Company',
  'accounts.customer_type.ngo': 'Non-governmental organisation',
  'accounts.customer_type.research': 'Research or extension service',
  'mail.verify_email.subject': '{code} is your Kutu code',
  'mail.verify_email.text':
    'Hello {username},\n\nyour code is {code}. It works for 10 minutes.\n\nType it in Kutu, or open this link:\n{link}\n\nIf you did not sign up for Kutu, you need do nothing.\n\nKutu',
  'mail.reset_password.subject': 'Set a new password for Kutu',
  'mail.reset_password.text':
    'Hello {username},\n\nopen this link within one hour to set a new password:\n{link}\n\nThe link works once. You did not ask for it? Do nothing, and your password stays.\n\nKutu',
  'mail.confirm_email.subject': 'Confirm your new email for Kutu',
  'mail.confirm_email.text':
    'Hello {username},\n\nopen this link within one hour to use this email in Kutu:\n{link}\n\nThe link works once. If you did not ask for it, you need do nothing.\n\nKutu',
  'mail.email_in_use.subject': 'This email already has a Kutu account',
  'mail.email_in_use.text':
    'Hello,\n\nsomebody wanted to use this email for a Kutu account. It already has one, so nothing was changed.\n\nIf it was you, sign in with this email:\n{link}\n\nIf it was not you, you need do nothing.\n\nKutu',
  'mail.email_changed.subject': 'The email of your Kutu account has changed',
  'mail.email_changed.text':
    'Hello {username},\n\nyour Kutu account now has another email. We no longer write to this one.\n\nIf it was not you, open this link within 7 days. Everyone is signed out. You get this email back and set a new password:\n{link}\n\nIf it was you, you need do nothing.\n\nKutu',
  'mail.expert_approved.subject': 'Your Kutu expert account is approved',
  'mail.expert_approved.text':
    'Hello {username},\n\nyour expert account is approved. You can now answer farmers, publish times for talks and send training photos.\n\nSign in here:\n{link}\n\nKutu',
  'mail.expert_declined.subject': 'Your Kutu expert account was not approved',
  'mail.expert_declined.text':
    'Hello {username},\n\nwe could not approve your expert account.{hasReason, select, yes {\n\nThe reason: {reason}} other {}}\n\nYou can still sign in and look around:\n{link}\n\nKutu',
  'mail.profile_change_approved.subject': 'Your changed qualifications are published on Kutu',
  'mail.profile_change_approved.text':
    'Hello {username},\n\nan administrator has checked your changed qualifications. Farmers see them from now on.\n\nYour profile:\n{link}\n\nKutu',
  'mail.profile_change_declined.subject': 'Your changed qualifications were not published on Kutu',
  'mail.profile_change_declined.text':
    'Hello {username},\n\nan administrator did not accept your changed qualifications. Farmers still see the earlier ones.{hasReason, select, yes {\n\nThe reason: {reason}} other {}}\n\nYou can change them again:\n{link}\n\nKutu',
  'notification.export_ready': 'Your data file is ready. Download it in the settings within 7 days.',
  'notification.account_kept':
    'Your account stays because you signed in. Cancelled bookings and slots do not come back.',
  'export.readme':
    'This is everything that Kutu keeps of {username}.\n\nEach .json file is a list that any program reads. The photos lie in the folder photos. A line names its photo. Passwords and what proves a sign-in are not in it.\n\nKeep this file safe. It says who you are and where you live.',
  'notification.expert_waiting': '{username}, an expert, waits for your approval.',
  'notification.model_waiting': 'Model version {version} waits for you to activate it.',
  'notification.booking_approved': '{name} approved your booking: {when}.',
  'notification.booking_rejected':
    '{name} could not take your booking of {when}.{hasReason, select, yes { The reason: {reason}} other {}}',
  'notification.training_completed':
    '{state, select, proposed {Training completed: version {version} is better. It waits for an administrator or experts.} promoted {Training completed: version {version} was put to use.} kept {Training completed: version {version} stayed in use.} other {The training failed; the version that answered before goes on.}}{images, plural, =0 {} one { It used # photo of yours.} other { It used # photos of yours.}}{photos, plural, =0 {} other { Of # photos to check with, the new version got {after} right, the one before {before}.}}',
  'notification.model_activated': '{username} activated model version {version}.',
  'notification.image_analysis':
    '{band, select, likely {{answer, select, common_rust {Image analyzed: rust is likely.} healthy {Image analyzed: probably healthy.} other {Image analyzed: another disease is likely.}}} other {{answer, select, common_rust {Image analyzed: rust.} healthy {Image analyzed: healthy.} other_disease {Image analyzed: another disease.} uncertain {Image analyzed: Kutu is not sure.} other {Image analyzed.}}}}',
  'notification.follow_up':
    '{crop, select, maize {Look at your maize again today.} wheat {Look at your wheat again today.} rice {Look at your rice again today.} beans {Look at your beans again today.} other {Look at your plants again today.}}',
  'notification.disease_warning':
    'Warning until {until}. {disease}: more farmers than usual report it in and around {district}. Read the three steps.',
  'notification.warning_withdrawn': 'This warning no longer holds: {disease}, {district}.',
  'notification.warning_proposed': '{disease} may be rising in {district}. Please look at the figures.',
  'notification.sms_waiting': '{disease} in {district}: SMS wait until a second person agrees.',
  'notification.visit_planned': 'You visit {district} on {on} because of a warning: {disease}.',
  'notification.visit_cancelled': 'Your visit to {district} on {on} is off.',
  'notification.post_approved': 'Your post “{title}” is approved. Everyone can see it now.',
  'notification.post_flagged': 'Your post “{title}” was flagged.{hasReason, select, yes { Reason: {reason}} other {}}',
  'notification.post_hidden':
    'An administrator removed your post “{title}”.{hasReason, select, yes { Reason: {reason}} other {}}',
  'notification.post_commented': '{username} commented on your post “{title}”.',
  'notification.post_answered': '{username}, an expert, answered your post “{title}”.',
  'notification.post_unanswered': '“{title}” is urgent and has waited 6 hours for an expert.',
  'notification.response_approved': 'Your comment on “{title}” is approved. Everyone can see it now.',
  'notification.response_flagged':
    'Your comment on “{title}” was flagged.{hasReason, select, yes { Reason: {reason}} other {}}',
  'notification.response_hidden':
    'An administrator removed your comment on “{title}”.{hasReason, select, yes { Reason: {reason}} other {}}',
  'notification.response_endorsed': 'An expert endorsed your comment on “{title}”.',
  'mail.post_approved.subject': 'Your post on Kutu is approved',
  'mail.post_approved.text':
    'Hello {farmer},\n\nyour post “{title}” is approved. Everyone can see it now. We will write to you when somebody answers.\n\nRead it here:\n{link}\n\nKutu',
  'mail.post_flagged.subject': 'Your post on Kutu was flagged',
  'mail.post_flagged.text':
    'Hello {farmer},\n\nan expert flagged your post “{title}”, so nobody else sees it.{hasReason, select, yes {\n\nThe reason: {reason}} other {}}\n\nYou can withdraw it and write a new one:\n{link}\n\nKutu',
  'mail.post_hidden.subject': 'Your post was taken off the board of Kutu',
  'mail.post_hidden.text':
    'Hello {farmer},\n\nan administrator took your post “{title}” off the board: nobody else sees it.{hasReason, select, yes {\n\nThe reason: {reason}} other {}}\n\nYou can withdraw it and write a new one:\n{link}\n\nKutu',
  'mail.post_commented.subject': 'A comment on your post on Kutu',
  'mail.post_commented.text':
    'Hello {farmer},\n\n{username} commented on your post “{title}”.\n\nRead it here:\n{link}\n\nKutu',
  'mail.post_answered.subject': 'An expert answered your post on Kutu',
  'mail.post_answered.text':
    'Hello {farmer},\n\nthe expert {username} answered your post “{title}”.\n\nRead it here:\n{link}\n\nKutu',
  'mail.posts_unanswered.subject':
    '{count, plural, one {An urgent post} other {# urgent posts}} on Kutu without an answer',
  'mail.posts_unanswered.text':
    'Hello {username},\n\n{count, plural, one {the urgent post “{title}” has} other {# urgent posts have}} waited 6 hours for an expert.\n\nAnswer here:\n{link}\n\nKutu',
  'mail.waiting_work.subject': 'What waits for you on Kutu today ({count})',
  'mail.waiting_work.text':
    'Hello {username},\n\nthis waits for you on Kutu:\n\n{warnings, plural, =0 {} one {- # warning to decide\n} =100 {- 100 warnings or more to decide\n} other {- # warnings to decide\n}}{posts, plural, =0 {} one {- # post to check\n} =100 {- 100 posts or more to check\n} other {- # posts to check\n}}{comments, plural, =0 {} one {- # comment to check\n} =100 {- 100 comments or more to check\n} other {- # comments to check\n}}{bookings, plural, =0 {} one {- # booking to answer\n} =100 {- 100 bookings or more to answer\n} other {- # bookings to answer\n}}{photos, plural, =0 {} one {- # training photo to review\n} =100 {- 100 training photos or more to review\n} other {- # training photos to review\n}}\nEverything in one place:\n{link}\n\nYou can switch this email off in your settings:\n{settings}\n\nKutu',
  'calendar.summary': 'Kutu: appointment with {name}',
  'calendar.description':
    'You will talk with {name} about crops.\n\n{hasPhone, select, yes {Phone: {phone}\n} other {}}Email: {email}\n\nTo change or cancel it:\n{link}',
  'notification.booking_requested': '{name} booked your slot of {when}. Approve or cancel the booking.',
  'notification.booking_rescheduled': '{name} moved your appointment to {when}.',
  'notification.booking_cancelled':
    '{name} cancelled the {wasApproved, select, yes {appointment} other {booking}} of {when}.{hasReason, select, yes { The reason: {reason}} other {}}',
  'notification.booking_expired': 'Your booking of {when} was not answered in time. Book another slot.',
  'notification.booking_closed':
    'Your {wasApproved, select, yes {appointment} other {booking}} of {when} does not take place. The account of {name} is closed.',
  'notification.booking_reminder': 'Your appointment with {name} is {when}.',
  'mail.booking_requested.subject': '{name} booked your slot of {when}',
  'mail.booking_requested.text':
    'Hello {reader},\n\n{name} booked your slot of {when}. Nobody else can take it until you answer.\n\nApprove the booking with the exact time, or cancel it:\n{link}\n\nKutu',
  'mail.booking_approved.subject': 'Your appointment: {when}',
  'mail.booking_approved.text':
    'Hello {reader},\n\n{name} approved your booking. Your appointment is {when}.\n\n{hasPhone, select, yes {Phone: {phone}\n} other {}}Email: {email}\n\nThe file with this email puts it into your calendar. We remind you the day before and an hour before.\n\nTo cancel it:\n{link}\n\nKutu',
  'mail.booking_entry.subject': 'Your appointment with {name}: {when}',
  'mail.booking_entry.text':
    'Hello {reader},\n\nyour appointment with {name} is {when}.\n\n{hasPhone, select, yes {Phone: {phone}\n} other {}}Email: {email}\n\nThe file with this email puts it into your calendar. We remind you the day before and an hour before.\n\nTo change or cancel it:\n{link}\n\nKutu',
  'mail.booking_rejected.subject': 'Your booking of {when} was not approved',
  'mail.booking_rejected.text':
    'Hello {reader},\n\n{name} could not take your booking of {when}.{hasReason, select, yes {\n\nThe reason: {reason}} other {}}\n\nBook another time:\n{link}\n\nKutu',
  'mail.booking_rescheduled.subject': 'Your appointment is now {when}',
  'mail.booking_rescheduled.text':
    'Hello {reader},\n\n{name} moved your appointment. It is now {when}.\n\nThe file with this email changes it in your calendar.\n\nIf the time does not suit you, cancel it here:\n{link}\n\nKutu',
  'mail.booking_cancelled.subject': 'Cancelled: {when}',
  'mail.booking_cancelled.text':
    'Hello {reader},\n\n{name} cancelled the {wasApproved, select, yes {appointment} other {booking}} of {when}.{hasReason, select, yes {\n\nThe reason: {reason}} other {}}{wasApproved, select, yes {\n\nThe file with this email takes it out of your calendar.} other {}}\n\nYour bookings:\n{link}\n\nKutu',
  'mail.booking_cancelled_entry.subject': 'You cancelled the appointment of {when}',
  'mail.booking_cancelled_entry.text':
    'Hello {reader},\n\nyou cancelled the appointment of {when}, and {name} was told.\n\nThe file with this email takes it out of your calendar.\n\nKutu',
  'mail.booking_expired.subject': 'Your booking of {when} was not answered',
  'mail.booking_expired.text':
    'Hello {reader},\n\n{name} did not answer your booking of {when} in time, so it has ended. We are sorry.\n\nBook another time:\n{link}\n\nKutu',
  'mail.booking_closed.subject': 'Does not take place: {when}',
  'mail.booking_closed.text':
    'Hello {reader},\n\nyour {wasApproved, select, yes {appointment} other {booking}} of {when} does not take place, because the account of {name} is closed.{wasApproved, select, yes {\n\nThe file with this email takes it out of your calendar.} other {}}\n\nYour bookings:\n{link}\n\nKutu',
  'mail.booking_closed_own.subject': 'Does not take place: {when}',
  'mail.booking_closed_own.text':
    'Hello {reader},\n\nyour account is closed, so your {wasApproved, select, yes {appointment} other {booking}} with {name} of {when} does not take place, and {name} was told.{wasApproved, select, yes {\n\nThe file with this email takes it out of your calendar.} other {}}\n\nKutu',
  'mail.account_leaving.subject': 'Your Kutu account will be deleted on {when}',
  'mail.account_leaving.text':
    'Hello {username},\n\nyou asked us to delete your account. We delete it on {when}. Name, email, phone number, photos, analyses and notifications go too. What you wrote on the board stays, without your name.\n\nYou are signed out everywhere. Your bookings and appointments have ended, and the other side was told.\n\nTo keep your account, sign in before that day:\n{link}\n\nNot you? Sign in now and change your password.\n\nKutu',
  'mail.account_kept.subject': 'Your Kutu account stays',
  'mail.account_kept.text':
    'Hello {username},\n\nyou signed in again, so we do not delete your account. The bookings and slots that had ended do not come back.\n\nNot you? Set a new password at once:\n{link}\n\nKutu',
  'mail.second_factor_added.subject':
    'Two-step sign-in: {kind, select, passkey {a passkey} other {an authenticator app}} was added',
  'mail.second_factor_added.text':
    'Hello {username},\n\n{kind, select, passkey {the passkey} other {the authenticator app}} “{name}” can now confirm your sign-in to Kutu.\n\nNot you? Set a new password at once and write to us:\n{link}\n\nKutu',
  'mail.second_factor_removed.subject':
    'Two-step sign-in: {kind, select, passkey {a passkey} other {an authenticator app}} was removed',
  'mail.second_factor_removed.text':
    'Hello {username},\n\n{kind, select, passkey {the passkey} other {the authenticator app}} “{name}” no longer confirms your sign-in to Kutu.\n\nNot you? Set a new password at once and write to us:\n{link}\n\nKutu',
  'mail.recovery_codes_renewed.subject': 'Your new recovery codes for Kutu',
  'mail.recovery_codes_renewed.text':
    'Hello {username},\n\nyou have new recovery codes. The old ones no longer work.\n\nNot you? Set a new password at once and write to us:\n{link}\n\nKutu',
  'mail.second_factors_reset.subject': 'Two-step sign-in was turned off for your account',
  'mail.second_factors_reset.text':
    'Hello {username},\n\nan administrator turned off two-step sign-in for your account. Your password is now enough to sign in. Please set it up again in the settings.\n\nNot you? Set a new password at once and write to us:\n{link}\n\nKutu',
  'mail.booking_reminder.subject': '{kind, select, day {Reminder} other {Soon}}: your appointment, {when}',
  'mail.booking_reminder.text':
    'Hello {reader},\n\nyour appointment with {name} is {when}.\n\n{hasPhone, select, yes {Phone: {phone}\n} other {}}Email: {email}\n\nTo cancel it:\n{link}\n\nKutu',
  'text.appointment': 'Kutu: {name} confirms your appointment: {when}.',
  'text.day': 'Kutu: your appointment with {name} is {when}.',
  'text.hour': 'Kutu: soon, your appointment with {name}: {when}.',
  'sms.disease_warning':
    'Kutu: {disease}. More farmers than usual report it in and around {district}. Warning until {until}.\n{steps}\nLook for: {signs}.\nStop these SMS: {link}',
  'push.disease_warning':
    'Warning until {until}. {disease}: more farmers than usual report it in and around {district}.\n{steps}',
  'sms.warning_withdrawn': 'Kutu: This warning no longer holds: {disease}, {district}.',
  'sms.stop': 'Stop these SMS: {link}',
  'page.map.title': 'Map of crop diseases in East Africa',
  'page.map.description': 'Where farmers see rust and other leaf diseases, by district and week.',
  'page.map.counts': 'Each circle stands for farmers whose photos show the disease that week.',
  'page.map.warnings': 'Warnings on this page were confirmed by experts.',
  'page.map.hidden': 'Below five farmers a count is hidden, so nobody can be recognized.',
  'page.map.sample': 'Not every farmer uses Kutu. No report does not mean no disease.',
} as const
