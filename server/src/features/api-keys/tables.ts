import type { ApiKeyScope } from '@kutu/contract/api-key-scopes'
import type { CountryCode } from '@kutu/places/districts'
import type { Generated } from 'kysely'

export type ApiKeyTables = {
  api_keys: {
    id: Generated<string>
    /** The start of the key, such as `kutu_3f2a91c0d7e4`. */
    public_id: string
    /** SHA-256 of the whole key. */
    key_hash: Buffer
    name: string
    contact: string
    scopes: ApiKeyScope[]
    /** Null for every country. */
    countries: CountryCode[] | null
    created_by: string
    created_at: Date
    expires_at: Date
    revoked_by: string | null
    revoked_at: Date | null
    last_used_at: Date | null
  }
}
