/** The thumbnail of a photo of the server, by the photo's own link; what lies on this device stays as it is. */
export function getThumbnailUrl(url: string): string {
  const isSigned = url.includes('/files/photos/') && url.includes('signature=')
  return isSigned ? `${url}&size=small` : url
}
