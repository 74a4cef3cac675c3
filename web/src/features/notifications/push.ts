import { callApi } from '../../api/api-client.ts'

/** Returns true if the browser supports push. Without TLS it never does. */
export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window &&
  Notification.permission !== 'denied'

const storageKey = 'pushSubscription'

/** Returns true if this browser receives push notifications for the current user. */
export async function isPushEnabled(): Promise<boolean> {
  if (!isPushSupported() || localStorage.getItem(storageKey) === null) return false
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) != null
}

/**
 * Asks for permission, subscribes with the browser's push service and registers the subscription with the server.
 * @returns false if the reader or the browser declines
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

/** A subscription for another key, of a server that was set up again, has to be removed first. */
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
