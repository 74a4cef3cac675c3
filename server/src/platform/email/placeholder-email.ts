/** Domain of the email addresses of erased accounts. The TLD `.invalid` is reserved (RFC 2606), so no email can arrive. */
export const placeholderEmailDomain = '@kutu.invalid'

/** Returns true for the placeholder address of an erased account. */
export const isPlaceholderEmail = (email: string): boolean => email.endsWith(placeholderEmailDomain)
