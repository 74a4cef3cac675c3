// No schemas here: the web bundles this file.

/** The data that an API key may read: weekly counts, trends, and confirmed warnings. */
export const apiKeyScopes = ['counts', 'trends', 'warnings'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** Every API key begins with it, so that secret scanners recognize one. No access token does. */
export const apiKeyPrefix = 'kutu_'

/** Days for which a new key may be valid. */
export const maxApiKeyDays = 366
