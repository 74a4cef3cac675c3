import { randomInt } from 'node:crypto'
import { expect } from '@playwright/test'
import { createExpert, createFarmer, getAdmin, getUserId, readAs, requestAs, type TestAccount } from './accounts.ts'
import { analyzeLeaves } from './analyses.ts'
import { createPost, moderatePost } from './community.ts'
import { startJob, useDatabase } from './database.ts'

const weekMs = 7 * 86_400_000
/** As many weeks as EARS needs before the week of the rise. */
const quietWeeks = 11

export type RisingDisease = { district: string; crop: string; disease: string }

/**
 * Stores weekly counts that rise in the last week that has ended, runs the job that proposes warnings, and returns the id of
 * the warning. The counts of three months cannot be made by photos in a test, so they are written into the database.
 */
export async function createOpenWarning({ district, crop, disease }: RisingDisease): Promise<string> {
  const last = getLastMonday()
  await useDatabase(async client => {
    const addCell = (weeksAgo: number, name: string, strength: string, farmers: number) =>
      client.query('insert into weekly_counts values ($1, $2, $3, $4, $5, $6)', [
        ...[district, crop, name, new Date(last - weeksAgo * weekMs).toISOString().slice(0, 10), strength, farmers],
      ])
    await client.query('insert into counted_weeks values ($1, now(), false) on conflict do nothing', [
      new Date(last).toISOString().slice(0, 10),
    ])
    for (let weeksAgo = quietWeeks; weeksAgo >= 0; weeksAgo--) {
      await addCell(weeksAgo, disease, 'confident', weeksAgo === 0 ? 16 : 5 + (weeksAgo % 2))
      if (weeksAgo === 0) await addCell(weeksAgo, disease, 'confirmed', 6)
      await addCell(weeksAgo, '', 'photographed', 40 + weeksAgo)
    }
  })
  const admin = await getAdmin()
  const find = async () => {
    // The job judges a disease once a week, and another test may have made it do so.
    await useDatabase(async client => {
      await client.query('delete from judged_diseases')
      await startJob(client, 'propose_warnings')
    })
    const list = await readAs(admin, '/api/surveillance/warnings/?page_size=200')
    const { results } = list as { results: (RisingDisease & { id: string })[] }
    return results.find(each => each.district === district && each.crop === crop && each.disease === disease)?.id
  }
  let id: string | undefined
  await expect.poll(async () => (id = await find())).toBeTruthy()
  return id ?? ''
}

/** The Monday of the last week that has ended in East Africa, in milliseconds. */
export function getLastMonday(): number {
  const local = new Date(Date.now() + 3 * 3600_000)
  const day = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate())
  return day - ((local.getUTCDay() + 6) % 7) * 86_400_000 - weekMs
}

type Farm = { district: string; crop: string }

/** Creates a farmer who grows the crop in the district. */
async function createFarmerIn({ district, crop }: Farm): Promise<TestAccount> {
  const account = await createFarmer()
  const farm = { farm_location: 'Here', farm_size: 1, crop_types: [crop], district }
  await requestAs(account, 'PUT', '/api/account/farm/', farm)
  return account
}

/** Creates a farmer who also chose SMS about diseases, and reads this language. */
export async function createFarmerWithSms(
  farm: Farm,
  language: string,
): Promise<{ account: TestAccount; number: string }> {
  const account = await createFarmerIn(farm)
  const number = `+2547${randomInt(10_000_000, 100_000_000)}`
  await requestAs(account, 'PUT', '/api/account/phone-number/', { phone_number: number })
  await requestAs(account, 'PUT', '/api/account/preferences/', { language })
  const choices = [{ kind: 'warnings', channel: 'text', is_on: true }]
  await requestAs(account, 'PUT', '/api/account/notification-choices/', { choices })
  return { account, number }
}

/** Creates an expert who decides on warnings in the country. */
export async function createExpertIn(country: string): Promise<TestAccount> {
  const expert = await createExpert()
  await requestAs(expert, 'PUT', '/api/surveillance/expert-country/', { country })
  return expert
}

/**
 * Lets a farmer who has been there for two months have photographed a leaf a week ago, and allow that it is shown. No request goes
 * back in time, so the times are written into the database.
 */
export async function addPhotoOfLastWeek(farm: Farm, expert: TestAccount, photo: 'rust' | 'otherRust'): Promise<void> {
  const farmer = await createFarmerIn(farm)
  const { id } = await createPost(farmer, { title: 'Spots on my maize' })
  await moderatePost(expert, id, { action: 'approve' })
  await requestAs(farmer, 'PUT', '/api/account/photo-consent/', { is_given: true })
  await analyzeLeaves(farmer, photo)
  const farmerId = await getUserId(farmer)
  await useDatabase(async client => {
    const goBack = (table: string, column: string, owner: string, days: number) =>
      client.query(`update ${table} set ${column} = ${column} - interval '1 day' * $2::integer where ${owner} = $1`, [
        farmerId,
        days,
      ])
    await goBack('users', 'created_at', 'id', 60)
    await goBack('posts', 'created_at', 'farmer_id', 30)
    await goBack('analyses', 'uploaded_at', 'farmer_id', 7)
  })
}

/** Lets a warning have been confirmed so many days ago. */
export const backdateDecision = (id: string, days: number): Promise<void> =>
  useDatabase(async client => {
    await client.query('begin')
    // Decided once, as the trigger says: here in the past.
    await client.query('alter table disease_warnings disable trigger warnings_are_decided_once')
    await client.query(
      `update disease_warnings set decided_at = decided_at - interval '1 day' * $2::integer,
        announced_at = announced_at - interval '1 day' * $2::integer, valid_until = valid_until - $2::integer where id = $1`,
      [id, days],
    )
    await client.query('alter table disease_warnings enable trigger warnings_are_decided_once')
    await client.query('commit')
  })
