// Part of the service worker: shows push messages while the app is not visible, and opens the app when one is tapped.

self.addEventListener('push', event => event.waitUntil(showNotification(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.path))
})

const getWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function showNotification(data) {
  const payload = parsePayload(data)
  // A visible page shows the notification itself.
  if (!payload || (await getWindows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification(payload.title, {
    body: payload.body,
    lang: payload.lang,
    // A repeated message with the same tag replaces the earlier one.
    tag: payload.tag,
    icon: '/icons/192.png',
    data: { path: payload.path },
  })
}

function parsePayload(data) {
  try {
    const payload = data?.json()
    return typeof payload?.title === 'string' && typeof payload.body === 'string' ? payload : undefined
  } catch {
    return undefined
  }
}

async function openPage(path) {
  // Only pages of this app, whatever the message says.
  const target = typeof path === 'string' && path.startsWith('/account') ? path : '/account/notifications'
  const [page] = await getWindows()
  if (!page) return self.clients.openWindow(target)
  await page.navigate(target).catch(() => undefined)
  return page.focus()
}
