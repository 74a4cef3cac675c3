/** The thumbnail of a photo of the server, by the photo's own link; what lies on this device stays as it is. */
export function smallPhoto(address: string): string {
  const isSigned = address.includes('/files/photos/') && address.includes('signature=')
  return isSigned ? `${address}&size=small` : address
}
