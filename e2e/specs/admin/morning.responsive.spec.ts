import {
  createExpert,
  createFarmer,
  createUnapprovedExpert,
  getAdmin,
  readAs,
  signInByApi,
} from '../../support/accounts.ts'
import { createPost, moderatePost } from '../../support/community.ts'
import { countEffort } from '../../support/effort.ts'
import { expect, expectNoHorizontalScroll, openFold, test } from '../../support/fixtures.ts'

test('an administrator sees in the morning what needs somebody, decides on it, and finds it in the audit log', async ({
  page,
  takeScreenshot,
}, info) => {
  const isDesktop = info.project.name === 'desktop'
  const [admin, waiting, expert, farmer] = [
    await getAdmin(),
    await createUnapprovedExpert(),
    await createExpert(),
    await createFarmer(),
  ]
  const title = `Spots of ${farmer.username}`
  const { id } = await createPost(farmer, { title })
  await moderatePost(expert, id, { action: 'flag', reason: 'It does not say enough to be answered.' })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  const openScreen = async (name: string) => {
    const link = page.getByRole('link', { name, exact: true })
    if (!(await link.first().isVisible()))
      await menu.getByRole('button', { name: isDesktop ? 'Administration' : 'More' }).click()
    await link.first().click()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  }
  const findTile = (name: RegExp) => page.getByRole('region', { name: 'Today' }).getByRole('link', { name })

  const effort = await countEffort(page)
  await signInByApi(page, admin)
  await page.goto('/account')

  await test.step('home says what needs somebody, and nothing else', async () => {
    await expect(findTile(/Experts waiting/)).toContainText('Needs attention')
    await expect(findTile(/Last backup/)).toHaveText(/^Switched off.*Needs attention$/)
    await expect(page.getByText('Total Images Analyzed')).toBeHidden()
    expect(await effort.seeScreen(), 'the height of home').toBeLessThanOrEqual(isDesktop ? 800 : 1200)
    await takeScreenshot('morning-home')
  })

  await test.step('an expert who waits stands there once, and is approved with the country of the phone number', async () => {
    await findTile(/Experts waiting/).click()
    const card = page.getByRole('article', { name: waiting.username })
    await expect(card).toHaveCount(1)
    await expect(card.getByRole('combobox')).toHaveText('Uganda')
    const approval = await effort.measure(async () => {
      await card.getByRole('button', { name: `Approve ${waiting.username}` }).click()
      await expect(card).toHaveCount(0)
    })
    expect(approval.taps).toBe(1)
    expect(await readAs(waiting, '/api/surveillance/expert-country/')).toEqual({ country: 'UG' })
  })

  await test.step('a flag is dismissed', async () => {
    await openScreen('Dashboard')
    await findTile(/Flagged/).click()
    await page.getByRole('button', { name: `Dismiss the flag: ${title}` }).click()
    await expect(page.getByText('The flag is dismissed')).toBeVisible()
    const post = await readAs(farmer, `/api/community/posts/${id}/`)
    expect(post).toMatchObject({ is_flagged: false })
    await effort.seeScreen()
  })

  await test.step('an account is found without a broken address, and Deactivate comes last', async () => {
    await openScreen('Users')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(waiting.username)
    await expect(page.getByRole('button', { name: /^Manage / })).toHaveCount(1)
    const address = page.getByText(waiting.email)
    await expect(address).toHaveCount(1)
    const box = await address.evaluate(({ scrollWidth, clientWidth, clientHeight }) => ({
      isCut: scrollWidth > clientWidth,
      lines: Math.round(clientHeight / 21),
    }))
    // On a phone it may break at its @.
    expect(box).toEqual({ isCut: false, lines: isDesktop ? 1 : 2 })
    const top = (await address.boundingBox())?.y ?? 9999
    expect(top, 'the first account is in the first view').toBeLessThan(page.viewportSize()?.height ?? 0)
    await expectNoHorizontalScroll(page)
    await effort.seeScreen()
    await takeScreenshot('morning-users')
    await page.getByRole('button', { name: `Manage ${waiting.username}` }).click()
    const dialog = page.getByRole('dialog', { name: waiting.username })
    const labels = await dialog.getByRole('button').allTextContents()
    expect(labels.filter(label => /link|Deactivate/.test(label))).toEqual([
      'Send a link for a new password',
      'Deactivate',
    ])
    await dialog.locator('header').getByRole('button', { name: 'Close' }).click()
  })

  await test.step('the audit log says in a line each what was done, and where', async () => {
    await openScreen('Audit log')
    if (!isDesktop) await openFold(page, 'Filter')
    await page.getByLabel('Subject').fill(waiting.username)
    await page.keyboard.press('Enter')
    const entries = page.getByRole('listitem').filter({ hasText: admin.username }).filter({ hasText: waiting.username })
    await expect(entries.filter({ hasText: 'approved the expert' })).toHaveCount(1)
    const entry = entries.filter({ hasText: 'Uganda' })
    await expect(entry).toHaveCount(1)
    if (isDesktop) expect((await entry.boundingBox())?.height).toBeLessThanOrEqual(50)
    await effort.seeScreen()
    await takeScreenshot('morning-audit')
  })

  await test.step('the server: what failed, without a word of SQL', async () => {
    await openScreen('System')
    await expect(page.getByRole('heading', { name: 'Failed jobs' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/select |insert into|stack/i)
    await effort.seeScreen()
  })

  const { taps, texts, keys, pixels } = await effort.report('the administrator’s morning')
  expect({ taps, texts, keys }).toEqual({ taps: isDesktop ? 10 : 13, texts: 2, keys: 1 })
  expect(pixels, 'height of the five screens').toBeLessThanOrEqual(isDesktop ? 5500 : 8000)
})
