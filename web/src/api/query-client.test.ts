import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { OfflineError } from './errors.ts'
import { queryClientOf } from './query-client.ts'

const queryClient = queryClientOf('farmer')

const device = { onLine: true, languages: ['en'] }
Object.assign(globalThis, { navigator: device })
const goOnline = (isOnline: boolean) => {
  device.onLine = isOnline
  onlineManager.setOnline(isOnline)
}
afterEach(() => {
  goOnline(true)
  queryClient.clear()
})

it('a screen opened without a network says so at once, and fills by itself when there is one again', async () => {
  queryClient.mount()
  goOnline(false)
  let asked = 0
  const posts = new QueryObserver(queryClient, {
    queryKey: ['posts'],
    queryFn: () => {
      asked += 1
      return device.onLine ? Promise.resolve('posts') : Promise.reject(new OfflineError())
    },
  })
  const seen: string[] = []
  const stop = posts.subscribe(({ status }) => void (seen.at(-1) === status || seen.push(status)))
  await expect.poll(() => seen.at(-1)).toBe('error')
  expect(asked).toBe(1)
  goOnline(true)
  await expect.poll(() => posts.getCurrentResult().data).toBe('posts')
  stop()
  queryClient.unmount()
})

it('what one user was told is kept for them, and another finds none of it', () => {
  queryClientOf('one').setQueryData(['me'], 'one')
  expect(queryClientOf('one').getQueryData(['me'])).toBe('one')
  expect(queryClientOf('other').getQueryData(['me'])).toBeUndefined()
  expect(queryClientOf('one').getQueryData(['me'])).toBeUndefined()
})
