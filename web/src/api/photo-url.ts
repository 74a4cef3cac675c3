/**
 * Returns the address of a photo's thumbnail. Only signed addresses of the server have one; others are returned
 * unchanged.
 */
export function getThumbnailUrl(url: string): string {
  const isSigned = url.includes('/files/photos/') && url.includes('signature=')
  return isSigned ? `${url}&size=small` : url
}
