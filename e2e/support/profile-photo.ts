import { expect, type Locator } from '@playwright/test'
import sharp from 'sharp'
import { origin } from '../runner/test-server.ts'
import { getAccessToken, type TestAccount } from './accounts.ts'

const portraitSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800">
  <rect width="600" height="800" fill="#7fa8c9"/><ellipse cx="300" cy="790" rx="250" ry="190" fill="#b3401a"/>
  <ellipse cx="300" cy="390" rx="150" ry="190" fill="#6b4327"/><path d="M150 350a150 190 0 0 1 300 0q-150-70-300 0" fill="#1c1512"/>
</svg>`

/** Uploads a drawn portrait as the account's photo. */
export async function uploadProfilePhoto(account: TestAccount): Promise<void> {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(await sharp(Buffer.from(portraitSvg)).jpeg().toBuffer())]), 'me.jpg')
  const headers = { authorization: `Bearer ${await getAccessToken(account)}` }
  const response = await fetch(`${origin}/api/account/photo/`, { method: 'POST', headers, body: form })
  if (!response.ok) throw new Error(`The photo upload responded with ${response.status}: ${await response.text()}`)
}

/** Waits until the photo is loaded and decoded. */
export const expectPhoto = (container: Locator): Promise<void> =>
  expect.poll(() => container.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
