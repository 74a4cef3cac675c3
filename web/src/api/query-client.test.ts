import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { stubGlobals } from '../testing/stub-globals.ts'
import { OfflineError } from './errors.ts'
import { getQueryClient } from './query-client.ts'

const queryClient = getQueryClient('farmer')

const device = { onLine: true, languages: ['en'] }
stubGlobals({ navigator: device })
const setOnline = (isOnline: boolean) => {
  device.onLine = isOnline
  onlineManager.setOnline(isOnline)
}
afterEach(() => {
  setOnline(true)
  queryClient.clear()
})

it('a query fails immediately while the device is offline and is fetched again when it is online', async () => {
  queryClient.mount()
  setOnline(false)
  let requestCount = 0
  const posts = new QueryObserver(queryClient, {
    queryKey: ['posts'],
    queryFn: () => {
      requestCount += 1
      return device.onLine ? Promise.resolve('posts') : Promise.reject(new OfflineError())
    },
  })
  const statuses: string[] = []
  const unsubscribe = posts.subscribe(({ status }) => void (statuses.at(-1) === status || statuses.push(status)))
  await expect.poll(() => statuses.at(-1)).toBe('error')
  expect(requestCount).toBe(1)
  setOnline(true)
  await expect.poll(() => posts.getCurrentResult().data).toBe('posts')
  unsubscribe()
  queryClient.unmount()
})

it('the cached replies of one user are not available to another', () => {
  getQueryClient('one').setQueryData(['me'], 'one')
  expect(getQueryClient('one').getQueryData(['me'])).toBe('one')
  expect(getQueryClient('other').getQueryData(['me'])).toBeUndefined()
  expect(getQueryClient('one').getQueryData(['me'])).toBeUndefined()
})
