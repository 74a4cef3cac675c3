/** Returns the address of an article on this site, as a comment names it. */
export const articleUrl = (id: string): string => `${window.location.origin}/learn/${id}`

/**
 * Splits off the address of an article that ends a comment, to show it as a link. Only articles of this site are linked:
 * addresses that people write are not.
 */
export function splitArticleLink(content: string): { text: string; article: string | undefined } {
  const start = content.trimEnd().lastIndexOf('\n')
  const lastLine = content.slice(start + 1).trim()
  const article = /\/learn\/([a-z0-9-]{1,80})$/.exec(lastLine)?.[1]
  if (article === undefined || lastLine !== articleUrl(article)) return { text: content, article: undefined }
  return { text: content.slice(0, start + 1).trimEnd(), article }
}
