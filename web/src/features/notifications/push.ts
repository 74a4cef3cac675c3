import { callApi } from '../../api/api-client.ts'

/** What pushes need of a browser; missing where the page came without TLS, and in some browsers always. */
export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window &&
  Notification.permission !== 'denied'

const storageKey = 'pushSubscription'

/** Whether this browser takes pushes for whoever is signed in. */
export async function isPushEnabled(): Promise<boolean> {
  if (!isPushSupported() || localStorage.getItem(storageKey) === null) return false
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) != null
}

/**
 * Asks the reader, then the browser's push service, then tells the server where to send.
 * @returns false when the reader or the browser does not want to
 */
export async function enablePush(): Promise<boolean> {
  if (!isPushSupported() || (await Notification.requestPermission()) !== 'granted') return false
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return false
  const { public_key } = await callApi('GET /api/account/push-key/')
  const subscription = await subscribe(registration, decodeBase64Url(public_key))
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) return false
  const { id } = await callApi('POST /api/account/push-subscriptions/', { body: { endpoint, keys: { p256dh, auth } } })
  localStorage.setItem(storageKey, id)
  return true
}

/** One made for another key, of a server that was set up anew, has to go first. */
async function subscribe(registration: ServiceWorkerRegistration, applicationServerKey: Uint8Array<ArrayBuffer>) {
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return await registration.pushManager.subscribe(options)
  } catch (error) {
    const existing = await registration.pushManager.getSubscription()
    if (!existing) throw error
    await existing.unsubscribe()
    return registration.pushManager.subscribe(options)
  }
}

export async function disablePush(): Promise<void> {
  const id = localStorage.getItem(storageKey)
  localStorage.removeItem(storageKey)
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  if (id !== null) await callApi('DELETE /api/account/push-subscriptions/{id}/', { params: { id } })
}

function decodeBase64Url(base64Url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, character => character.charCodeAt(0))
}
