import { expect, test } from '../../support/fixtures.ts'
import { startGallery } from '../../support/ui-gallery.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  test.setTimeout(180_000)
  gallery = await startGallery()
})
test.afterAll(() => gallery.close())

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

const openPiece = (page: import('@playwright/test').Page, piece: string) =>
  Promise.all([
    page.goto(`${gallery.origin}/gallery/${piece}`),
    page.getByRole('heading', { name: `Gallery: ${piece}` }).waitFor(),
  ])

for (const piece of ['phone', 'code', 'password', 'select', 'dropzone'])
  test(`axe finds nothing on the states of the ${piece} field`, async ({ page, takeScreenshot, expectAccessible }) => {
    await openPiece(page, piece)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectAccessible(piece)
    await takeScreenshot(`kit-${piece}`)
  })

test('a phone number is shown in national form, returned as E.164, and detects its country', async ({ page }) => {
  await openPiece(page, 'phone')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Phone of Uganda' }) })
  const field = section.getByLabel('Phone number')
  await expect(section.getByText('Example:')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await field.pressSequentially('0772123456')
  await expect(page.getByTestId('Phone of Uganda')).toHaveText('+256772123456')
  await page.clock.runFor(450)
  await expect(field).toHaveValue('0772123456')
  await page.clock.runFor(50)
  await expect(field).toHaveValue('0772 123456')

  await field.fill('+254712123456')
  await page.clock.fastForward(500)
  await expect(section.getByRole('button', { name: 'Country code: Kenya +254' })).toBeVisible()
  await expect(field).toHaveValue('0712 123456')

  await field.fill('0712')
  await expect(page.getByTestId('Phone of Uganda')).toHaveText('0712')
  await page.clock.fastForward(500)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
})

test('a number without a country asks for one, and an unknown country is rejected', async ({ page }) => {
  await openPiece(page, 'phone')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Phone of an unknown country' }) })
  const field = section.getByLabel('Phone number')
  await expect(section.getByRole('button', { name: 'Country code: Choose country' })).toBeVisible()
  await expect(section.getByRole('alert')).toHaveCount(0)
  await field.fill('0772123456')
  await field.blur()
  await expect(section.getByRole('alert')).toHaveText('Choose country')
  await section.getByRole('button', { name: /Country code/ }).click()
  await page.getByRole('option', { name: /Uganda/ }).click()
  await expect(section.getByRole('alert')).toHaveCount(0)
  await expect(page.getByTestId('Phone of an unknown country')).toHaveText('+256772123456')
})

test('the list of countries is 250 wide with items of 38, and tolerates typos', async ({ page, takeScreenshot }) => {
  await openPiece(page, 'phone')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Phone of Uganda' }) })
  const button = section.getByRole('button', { name: /Country code/ })
  expect((await button.boundingBox())?.width).toBeLessThanOrEqual(9 * 17)
  await button.click()
  const search = page.getByRole('combobox', { name: 'Search the country' })
  const options = page.getByRole('option')
  await expect(options.nth(0)).toHaveText(/Uganda/)
  await expect(options.nth(1)).toHaveText(/Kenya/)
  expect((await search.locator('..').boundingBox())?.width).toBe(250)
  expect((await options.nth(5).boundingBox())?.height).toBe(38)
  expect((await page.getByRole('listbox').boundingBox())?.height).toBe(240)
  await takeScreenshot('kit-phone-countries')
  await search.fill('keniya')
  await expect(options.first()).toHaveText(/Kenya/)
  await search.fill('uxyzda')
  await expect(page.getByText('No country of that name')).toBeVisible()
  await search.fill('rwanda')
  await search.press('Enter')
  await expect(section.getByRole('button', { name: 'Country code: Rwanda +250' })).toBeFocused()
})

test('typing on the closed list of countries selects one, and the typed letters expire after a second', async ({
  page,
}) => {
  await openPiece(page, 'phone')
  const button = page.getByRole('button', { name: /Country code/ }).first()
  await button.focus()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.press('t')
  await page.clock.runFor(900)
  await page.keyboard.press('o')
  await expect(button).toHaveAccessibleName(/Togo/)
  await page.clock.runFor(1100)
  await page.keyboard.press('r')
  await expect(button).toHaveAccessibleName(/: R/)
})

test('a select is at most 240 tall, and typed letters expire after 350 ms', async ({ page }) => {
  await openPiece(page, 'select')
  const select = page.getByRole('combobox', { name: 'Crop', exact: true })
  await page.clock.pauseAt(Date.now() + 60_000)
  await select.press('ArrowDown')
  expect((await page.getByRole('listbox').boundingBox())?.height).toBe(240)
  await page.keyboard.press('m')
  await page.clock.runFor(300)
  await page.keyboard.type('ung b')
  await expect(page.getByRole('listbox'), 'a space within a name selects nothing').toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('Select')).toHaveText('MUNG BEANS')
  await expect(select).toBeFocused()
  await page.keyboard.press('c')
  await page.clock.runFor(400)
  await page.keyboard.press('b')
  await expect(page.getByTestId('Select')).toHaveText('BEANS')
  await page.clock.runFor(400)
  await page.keyboard.type('mung b')
  await expect(page.getByTestId('Select')).toHaveText('MUNG BEANS')
  await expect(page.getByRole('listbox'), 'a space does not open the list').toHaveCount(0)
  await page.clock.runFor(400)
  // The list closes and the focus stays on the field for every way of choosing.
  await select.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(select).toBeFocused()
  await expect(page.getByTestId('Select')).toHaveText('MAIZE')
  await select.click()
  await page.getByRole('option', { name: 'Beans', exact: true }).click()
  await expect(select).toBeFocused()
})

test('a code takes four digits and extracts them from pasted text', async ({ page }) => {
  await openPiece(page, 'code')
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await code.pressSequentially('1a2b')
  await expect(page.getByTestId('Code')).toHaveText('12')
  await code.fill('Your code: 98 765')
  await expect(page.getByTestId('Code')).toHaveText('9876')
})

test('the meter scores from risky to secure, and common passwords are risky', async ({ page }) => {
  await openPiece(page, 'password')
  const expectedStrengths = {
    abc: 'Too weak (risky)',
    password1: 'Too weak (risky)',
    mahindi: 'Too weak (guessable)',
    maize4: 'Weak (weak)',
    'Maize-4u': 'Medium (safe)',
    'Maize-4-ever!': 'Strong (secure)',
  }
  for (const [password, words] of Object.entries(expectedStrengths)) {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await expect(page.getByText(`Password strength: ${words}`).first()).toBeVisible()
  }
})

test('a toast is shown at the top right, green or red, until it is closed', async ({ page }) => {
  await openPiece(page, 'messages')
  const region = page.getByRole('region', { name: 'Messages' })
  const variants = { Success: ['status', 'rgb(24, 95, 51)'], Error: ['alert', 'rgb(147, 51, 15)'] } as const
  for (const [name, [role, color]] of Object.entries(variants)) {
    await page.getByRole('button', { name, exact: true }).click()
    const notice = region.getByRole(role)
    await expect(notice).toHaveCSS('background-color', color)
    const { x = 0, y = 0, width = 0 } = (await notice.boundingBox()) ?? {}
    expect(y).toBeLessThanOrEqual(16)
    expect((page.viewportSize()?.width ?? 0) - x - width).toBeLessThanOrEqual(16)
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toHaveCount(0)
  }
})

const buildPhoto = (name: string, bytes = 10, mimeType = 'image/jpeg') => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes),
})
const rejectedFiles = [
  ['File too big (max: 5 MB)', [buildPhoto('large.jpg', 5 * 1024 * 1024 + 1)]],
  ['File type not supported', [buildPhoto('letter.pdf', 10, 'application/pdf')]],
  ['You can only upload one image at a time', [buildPhoto('one.jpg'), buildPhoto('two.jpg')]],
] as const

for (const [sentence, files] of rejectedFiles)
  test(`the drop zone says "${sentence}" in red and as a toast, and clears the file after 3 seconds`, async ({
    page,
  }) => {
    await openPiece(page, 'dropzone')
    const zone = page.locator('section', { has: page.getByRole('heading', { name: 'Dropzone', exact: true }) })
    await page.clock.pauseAt(Date.now() + 60_000)
    await zone
      .locator('input[type=file]')
      .last()
      .setInputFiles([...files])
    await expect(zone.getByRole('alert')).toHaveText(sentence)
    const notice = page.getByRole('region', { name: 'Messages' }).getByText(sentence)
    await expect(notice).toBeVisible()
    await expect(zone.getByText(files[0].name)).toBeVisible()
    await page.clock.runFor(2900)
    await expect(zone.getByText(files[0].name)).toBeVisible()
    await page.clock.runFor(200)
    await expect(zone.getByText(files[0].name)).toHaveCount(0)
    await expect(notice).toBeVisible()
    await page.clock.runFor(7000)
    await expect(notice).toHaveCount(0)
    await expect(zone.getByRole('alert')).toHaveText(sentence)
  })
