import { expect, type Locator, type Page } from '@playwright/test'
import { generate } from 'otplib'

/** Returns the code of an authenticator app. A code works once, so a second one comes from the next 30 seconds. */
export const appCode = (secret: string, stepsAhead = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 })

/** Gives the browser an authenticator that confirms everything by itself, like a phone with a fingerprint reader. */
export async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Reads the key from the dialog that adds an authenticator app. */
export async function readSecret(dialog: Locator): Promise<string> {
  const key = dialog.locator('code')
  await expect(key).toBeVisible()
  return (await key.innerText()).replaceAll(/\s/g, '')
}

export async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
}
