import { getAdmin, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'

test('an administrator creates an API key, a program reads with it, and it ends when it is revoked', async ({
  page,
  request,
  expectAccessible,
  takeScreenshot,
}) => {
  await signInByApi(page, await getAdmin())
  await page.goto('/account/api-keys')
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible()
  const name = `Ministry of Agriculture, Animal Industry and Fisheries: dashboard ${Date.now()}`
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Who uses it, and what for').fill(name)
  await dialog.getByLabel('Email of a contact').fill('data@example.org')
  await dialog.getByText('Some countries').click()
  await dialog.getByRole('checkbox', { name: 'Uganda' }).check()
  await expectAccessible('The form for a new key')
  await takeScreenshot('api-key-form')
  await dialog.getByRole('button', { name: 'Create the key' }).click()
  await expect(page.getByRole('heading', { name: 'Copy this key now' })).toBeFocused()
  await expectAccessible('A new key')
  await takeScreenshot('api-key-new')
  const key = await page.getByText(/^kutu_[0-9a-f]{12}_[0-9a-f]{64}$/).innerText()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByText(key)).toBeHidden()

  const read = async (country: string) => {
    const reply = await request.get('/api/surveillance/counts/', {
      params: { country, crop: 'maize', disease: 'common_rust' },
      headers: { authorization: `Bearer ${key}` },
    })
    return [reply.status(), (await reply.json()).error]
  }
  expect(await read('UG')).toEqual([200, undefined])
  expect(await read('KE')).toEqual([403, 'api_key_country_missing'])

  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card.getByText('Uganda', { exact: true })).toBeVisible()
  await takeScreenshot('api-keys')
  await card.getByRole('button', { name: /^Revoke/ }).click()
  await expectAccessible('The question before a key is revoked')
  await takeScreenshot('api-key-revoke')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(card).toBeHidden()
  expect(await read('UG')).toEqual([401, 'api_key_revoked'])
  await page.getByText('Ended', { exact: true }).click()
  await expect(card.getByText('Revoked').first()).toBeVisible()
  await expectAccessible('Keys that ended')
  await takeScreenshot('api-keys-ended')
})
