import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string; origin: string; rpId: string }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Flags of authenticator data (WebAuthn Level 3, 6.1): user present, user verified, attested credential data. */
const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

/** A passkey in software (WebAuthn Level 3) with an ES256 key and a signature counter, like a security key. */
export class FakeAuthenticator {
  readonly id = randomBytes(32)
  counter = 0
  readonly #privateKey: KeyObject
  readonly #coseKey: Uint8Array

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    // COSE_Key (RFC 9053): kty EC2, alg ES256, crv P-256, x, y.
    this.#coseKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
  }

  /** Answers `navigator.credentials.create` as RegistrationResponseJSON. */
  create({ challenge, origin, rpId }: Options) {
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, this.#coseKey])
    const authData = this.#authenticatorData(rpId, flags.attested, credential)
    const attestationObject = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', { challenge, origin }).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['usb'],
      },
    }
  }

  /** Answers `navigator.credentials.get` as AuthenticationResponseJSON. */
  get({ challenge, origin, rpId }: Options) {
    this.counter += 1
    const authData = this.#authenticatorData(rpId, 0)
    const clientData = this.#clientData('webauthn.get', { challenge, origin })
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#privateKey)
    return {
      ...this.#credential(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }

  #credential() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} }
  }

  #clientData(type: string, { challenge, origin }: { challenge: string; origin: string }): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authenticatorData(rpId: string, extraFlags: number, credential = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const allFlags = flags.present | flags.verified | extraFlags
    return Buffer.concat([sha256(rpId), Buffer.from([allFlags]), counter, credential])
  }
}
