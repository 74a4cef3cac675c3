export const pages = {
  'not_found.title': 'This page does not exist',
  'not_found.message': 'The address may be mistyped, or the page has moved.',
  'terms.title': 'Terms and privacy',
  'terms.lead':
    'What you can expect of Kutu, what Kutu expects of you, and what happens to what you send. In force since 21 November 2026.',
  'terms.what.title': 'What Kutu is',
  'terms.what.text':
    'Kutu looks at the photo of a leaf and says whether it shows rust, another disease or a healthy plant, how sure it is, and what can be done today.',
  'terms.worth.title': 'What an answer is worth',
  'terms.worth.text':
    'An answer is an estimate that a computer makes from a photo. It can be wrong, and it says so when it is not sure. Before you spend money or pull out plants, let an agricultural officer look at the field.',
  'terms.advice.title': 'Advice and chemicals',
  'terms.advice.text':
    'Advice begins with what costs least: healthy seed, resistant varieties, clean fields. Fungicides are named by group only. For product, dose and safety follow the label of a product that is registered in your country.',
  'terms.account.title': 'Your account',
  'terms.account.text':
    'Give your own details, keep your password to yourself and use one account. Experts are checked by an administrator before they advise others. An account used to harm others or the service can be closed.',
  'terms.photos.title': 'Photos you send',
  'terms.photos.text':
    'Send photos of plants only. Before a photo is stored, the place and camera data inside it are removed. Your photos and answers are shown to you alone unless you choose to show them to others.',
  'terms.stored.title': 'What is stored',
  'terms.stored.text':
    'Your email, username, phone number and the details you enter about your farm or your work; your photos and their answers; and a log of changes such as sign-up and approval. Passwords and codes are stored in a form from which they cannot be read back.',
  'terms.never.title': 'What does not happen',
  'terms.never.text':
    'There is no advertising and no tracking, nothing on these pages is loaded from other companies, and your details are not sold.',
  'terms.device.title': 'On your device',
  'terms.device.text':
    'This browser keeps your sign-in, your language and the pages you can read without a network. Logging out removes your sign-in.',
  'terms.rights.title': 'Your rights',
  'terms.rights.text':
    'You may see and correct your details, and ask for a copy of them or for their deletion. In Uganda the Data Protection and Privacy Act, 2019, and in Kenya the Data Protection Act, 2019, give you these rights.',
  'terms.contact': 'How to reach us',
  'contact.title': 'Contact us',
  'contact.lead': 'Whom to turn to depends on what you need.',
  'contact.sign_in.title': 'You cannot sign in',
  'contact.sign_in.text':
    'No code in your email? Look among unwanted mail first, then ask for a new code: each one is good for 10 minutes. Forgotten the password? Have a link sent to set a new one.',
  'contact.sign_in.action': 'Set a new password',
  'contact.experts.title': 'You want to speak with an expert',
  'contact.experts.text':
    'Book a time with an expert here. If none suits you, ask the agricultural officer of your sub-county or ward, or the nearest plant clinic. Take a fresh leaf in a paper bag, not a plastic one, and show the answer that Kutu gave.',
  'contact.experts.action': 'See the experts’ slots',
  'contact.answer.title': 'An answer was wrong',
  'contact.answer.text':
    'Take a second photo: one leaf, in the shade, filling the picture, and sharp. If the answer still does not fit what you see, trust your eyes and ask an agricultural officer.',
  'contact.answer.action': 'Take another photo',
  'contact.service.title': 'Your account, your data or the service',
  'contact.service.text':
    'Reply to any email that Kutu has sent you. It reaches the people who run this service. Never send your password or a code: nobody here will ask for them.',
} as const
