import { useDatabase } from './database.ts'
import { getLastMonday } from './surveillance.ts'

const weekMs = 7 * 86_400_000
const weeks = 54

/** Farmers who photograph maize in a normal week. The other districts of Rwanda have none. */
const farmersByDistrict: Record<string, number> = {
  'RW-musanze': 90,
  'RW-huye': 60,
  'RW-nyagatare': 75,
  'RW-kayonza': 45,
  'RW-rubavu': 40,
  'RW-gicumbi': 35,
  'RW-bugesera': 30,
  'RW-karongi': 24,
  'RW-ngoma': 20,
  'RW-nyanza': 16,
  'RW-rusizi': 12,
  'RW-burera': 8,
}
/** Share of the farmers whose photo shows the disease, in a normal week. */
const shareByDisease: Record<string, number> = { common_rust: 0.16, gray_leaf_spot: 0.09, northern_leaf_blight: 0.06 }
/** In this district common rust spreads in the last four weeks. */
const outbreak = { district: 'RW-musanze', disease: 'common_rust', weeks: 4, factor: 2.5 }

/**
 * Stores the weekly counts of maize in Rwanda for a year, the same on every run. The last of them spread in one district. The
 * counts of a year cannot be made by photos in a test, so they are written into the database.
 */
export async function storeYearOfCounts(): Promise<void> {
  const last = getLastMonday()
  const random = createRandom(7)
  const cells: [string, string, string, string, number][] = []
  for (const [district, mean] of Object.entries(farmersByDistrict))
    for (let weeksAgo = weeks - 1; weeksAgo >= 0; weeksAgo--) {
      const week = new Date(last - weeksAgo * weekMs).toISOString().slice(0, 10)
      // Two growing seasons a year, with few photos between them.
      const season = 0.3 + 0.9 * Math.sin((Math.PI * 2 * weeksAgo) / 52 + 1.2) ** 2
      const photographed = Math.round(mean * season * (0.7 + 0.6 * random()))
      const add = (disease: string, strength: string, farmers: number) => {
        if (farmers > 0) cells.push([district, disease, week, strength, Math.min(photographed, farmers)])
      }
      add('', 'photographed', photographed)
      for (const [disease, share] of Object.entries(shareByDisease)) {
        const isRising = district === outbreak.district && disease === outbreak.disease && weeksAgo < outbreak.weeks
        const reports = photographed * share * (isRising ? outbreak.factor : 1) * (0.6 + 0.8 * random())
        add(disease, 'confirmed', Math.round(reports * 0.3))
        add(disease, 'confident', Math.round(reports * 0.5))
        add(disease, 'likely', Math.round(reports * 0.2))
      }
    }
  await useDatabase(client =>
    client.query(
      `insert into weekly_counts (district, crop, disease, week, strength, farmers)
       select district, 'maize', disease, week::date, strength, farmers::integer
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as cell (district, disease, week, strength, farmers)
       on conflict do nothing`,
      [0, 1, 2, 3, 4].map(column => cells.map(cell => String(cell[column]))),
    ),
  )
}

/** Returns a generator of numbers from 0 to 1 (exclusive): the LCG of Numerical Recipes. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
