import { expect } from '@playwright/test'
import { getAdmin, readAs } from './accounts.ts'
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
