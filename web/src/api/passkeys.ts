import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** Browsers offer passkeys in secure contexts only: HTTPS or localhost. */
export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** The library is loaded on first use: few people need it. */
const loadLibrary = () => import('@simplewebauthn/browser')

/**
 * Asks the browser to create a passkey.
 * @throws Error if the person cancels or the authenticator fails
 */
export async function createPasskey(options: Record<string, unknown>) {
  const { startRegistration } = await loadLibrary()
  const created = await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  return { ...created, clientExtensionResults: { ...created.clientExtensionResults } }
}

/**
 * Asks the browser to sign a challenge with a passkey.
 * @throws Error if the person cancels or the authenticator fails
 */
export async function signWithPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await loadLibrary()
  const signed = await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
  return { ...signed, clientExtensionResults: { ...signed.clientExtensionResults } }
}
