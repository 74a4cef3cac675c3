// Part of the service worker: shows what the server pushes while nobody looks at the app, and opens it when tapped.

self.addEventListener('push', event => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

async function show(data) {
  const told = toldBy(data)
  // Whoever looks at the app sees it there already.
  if (!told || (await windows()).some(({ visibilityState }) => visibilityState === 'visible')) return
  await self.registration.showNotification(told.title, {
    body: told.body,
    lang: told.lang,
    // The same thing told twice stands there once.
    tag: told.tag,
    icon: '/icons/192.png',
    data: { path: told.path },
  })
}

function toldBy(data) {
  try {
    const told = data?.json()
    return typeof told?.title === 'string' && typeof told.body === 'string' ? told : undefined
  } catch {
    return undefined
  }
}

async function open(path) {
  // Only ever a page of this app.
  const target = typeof path === 'string' && path.startsWith('/account') ? path : '/account/notifications'
  const [page] = await windows()
  if (!page) return self.clients.openWindow(target)
  await page.navigate(target).catch(() => undefined)
  return page.focus()
}
