import type { Translation } from '../catalogue.ts'
import type { dashboard as english } from '../en/dashboard.ts'

export const dashboard: Translation<typeof english> = {
  'dashboard.farmer_title': 'Dashibodi ya Mkulima',
  'dashboard.expert_title': 'Dashibodi ya Mtaalamu',
  'dashboard.admin_title': 'Dashibodi ya Msimamizi',
  'dashboard.welcome': 'Karibu, {name}.',
  'dashboard.figures': 'Takwimu zako',
  'dashboard.rust': 'Picha: Kutu',
  'dashboard.healthy': 'Picha: Zenye Afya',
  'dashboard.other': 'Picha: Magonjwa Mengine',
  'dashboard.total': 'Jumla ya Picha Zilizo\u00adchambuliwa',
  'dashboard.monthly': 'Uchambuzi wa Picha kwa Mwezi',
  'dashboard.month': 'Mwezi',
  'dashboard.monthly_rust': 'Kutu',
  'dashboard.monthly_healthy': 'Zenye Afya',
  'dashboard.monthly_other': 'Magonjwa Mengine',
  'dashboard.empty.title': 'Hakuna picha iliyochambuliwa bado',
  'dashboard.empty.farmer': 'Piga picha ya jani moja, na takwimu zako zitaanza kuhesabiwa hapa.',
  'dashboard.empty.staff':
    'Wakulima ndio hupakia picha. Picha yoyote itakayochambuliwa kwa akaunti hii itahesabiwa hapa.',
  'dashboard.links': 'Viungo vya haraka',
  'dashboard.link.upload': 'Piga picha ya jani upate jibu lake',
  'dashboard.link.make_post': 'Waulize wakulima na wataalamu, na usome maswali ya wengine',
  'dashboard.link.all_posts': 'Idhinisha, tia alama na ujibu maswali ya wakulima',
  'dashboard.link.education': 'Makala yanayolingana na jibu lako la mwisho',
  'dashboard.link.articles': 'Makala yote',
  'dashboard.link.articles_note': 'Kila ugonjwa ambao Kutu inaujua, na la kufanya',
  'dashboard.link.profile': 'Maelezo yako na nenosiri',
  'dashboard.link.waiting': 'Idhinisha au kataa wanaotaka kushauri',
  'dashboard.link.audit': 'Nani alibadilisha nini, na lini',
  'dashboard.pending.title': 'Akaunti yako inasubiri idhini',
  'dashboard.pending.message':
    'Msimamizi husoma maelezo yako kwanza. Tayari unaweza kusoma makala na kukamilisha wasifu wako.',
}
