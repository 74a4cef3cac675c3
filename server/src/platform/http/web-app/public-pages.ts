import { allCards } from '@kutu/advice/cards/all-cards'
import { type Language, language } from '@kutu/contract/common'
import { type MessageKey, t } from '../../i18n/translate.ts'

/** A page that search engines and link previews describe in its own words. */
type PublicPage = { path: string; titleKey: MessageKey; descriptionKey: MessageKey; wordKeys: readonly MessageKey[] }

const publicPages: readonly PublicPage[] = [
  {
    path: '/map',
    titleKey: 'page.map.title',
    descriptionKey: 'page.map.description',
    wordKeys: ['page.map.counts', 'page.map.warnings', 'page.map.hidden', 'page.map.sample'],
  },
]
const { options: languages } = language

/** Pages for search engines that have the words of the app alone. */
const otherPaths = ['/learn', ...allCards.map(({ id }) => `/learn/${id}`), '/try', '/terms', '/contact-us']

export const findPublicPage = (path: string): PublicPage | undefined =>
  publicPages.find(page => page.path === (path.replace(/\/+$/, '') || '/'))

/** Returns the language of the address, `?lang=sw`; English for others. The web app reads the same parameter. */
export const readPageLanguage = (query: string | undefined): Language =>
  languages.find(each => each === new URLSearchParams(query).get('lang')) ?? 'en'

/**
 * Returns the index page with title, description, links to the languages, and what the page is about, for readers that run no
 * script. It has no figures, so it is the same until the next release.
 */
export function describePage(html: string, page: PublicPage, language: Language, origin: string): string {
  const title = escapeHtml(t(language, page.titleKey))
  const description = escapeHtml(t(language, page.descriptionKey))
  const url = (other: Language) => escapeHtml(pageUrl(origin, page.path, other))
  const links = [
    `<link rel="canonical" href="${url(language)}" />`,
    ...languages.map(other => `<link rel="alternate" hreflang="${other}" href="${url(other)}" />`),
    `<link rel="alternate" hreflang="x-default" href="${url('en')}" />`,
    `<meta property="og:title" content="${title}" />`,
    `<meta property="og:description" content="${description}" />`,
    `<meta property="og:url" content="${url(language)}" />`,
  ]
  const words = [
    `<h1>${title}</h1>`,
    ...[page.descriptionKey, ...page.wordKeys].map(key => `<p>${escapeHtml(t(language, key))}</p>`),
    `<p>${languages.map(other => `<a href="${url(other)}" hreflang="${other}">${languageNames[other]}</a>`).join(' ')}</p>`,
  ]
  return html
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title} · Kutu</title>`)
    .replace(/(<meta\s+name="description"\s+content=")[^"]*"/, (_, start: string) => `${start}${description}"`)
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace('<noscript>', () => `<noscript>${words.join('')}`)
}

const languageNames: Record<Language, string> = { en: 'English', sw: 'Kiswahili', lg: 'Luganda' }

const pageUrl = (origin: string, path: string, language: Language): string =>
  `${origin}${path}${language === 'en' ? '' : `?lang=${language}`}`

/** Returns robots.txt: everything but the pages behind sign-in, whose addresses say nothing to others. */
export const writeRobots = (origin: string): string =>
  `User-agent: *\nDisallow: /account\nDisallow: /files/\n\nSitemap: ${origin}/sitemap.xml\n`

/** Returns the sitemap (sitemaps.org, with alternates by language as Google reads them). */
export function writeSitemap(origin: string): string {
  const alternates = (path: string) =>
    languages
      .map(
        other => `<xhtml:link rel="alternate" hreflang="${other}" href="${escapeHtml(pageUrl(origin, path, other))}"/>`,
      )
      .join('')
  const described = publicPages.flatMap(({ path }) =>
    languages.map(each => `<url><loc>${escapeHtml(pageUrl(origin, path, each))}</loc>${alternates(path)}</url>`),
  )
  const others = otherPaths.map(path => `<url><loc>${escapeHtml(`${origin}${path}`)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${[...described, ...others].join('\n')}
</urlset>
`
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
