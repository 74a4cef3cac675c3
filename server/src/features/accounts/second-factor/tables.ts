import type { Generated } from 'kysely'

export type SecondFactorTables = {
  second_factors: {
    id: string
    user_id: string
    kind: 'totp' | 'passkey'
    /** Given by the user, for example the name of the phone. */
    name: string
    created_at: Date
    last_used_at: Date | null
    /** TOTP: the secret, encrypted. */
    secret: string | null
    /** TOTP: the last accepted time step, a bigint. */
    last_step: string | null
    /** Passkey: identifier of the credential, in base64url. */
    credential_id: string | null
    /** Passkey: the public key in COSE format. */
    public_key: Buffer | null
    /** Passkey: signature counter, a bigint. Authenticators that sync stay at 0. */
    counter: string | null
    transports: string[] | null
  }
  recovery_codes: {
    user_id: string
    code_hash: Buffer
    created_at: Date
    used_at: Date | null
  }
  second_factor_challenges: {
    id: string
    user_id: string
    purpose: ChallengePurpose
    token_hash: Buffer
    /** The challenge that the authenticator signs, in base64url; null where no passkey is involved. */
    webauthn_challenge: string | null
    /** Secret of the authenticator app that is being added, encrypted. */
    secret: string | null
    tries: Generated<number>
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
}

export type ChallengePurpose = 'sign_in' | 'add_totp' | 'add_passkey'
