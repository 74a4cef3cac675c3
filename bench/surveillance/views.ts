// Measures what experts and visitors read of the weekly counts: map, trend and weekly summary, after one year of counts and after
// several. Each week has counts of all districts, crops and three diseases, which is more than a real week. The plans of the
// queries show that they read their weeks by an index.
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { districts } from '../../packages/places/src/districts.ts'
import { callApi, signIn } from '../support/http.ts'
import { startKutu } from '../support/kutu-server.ts'
import { formatPercentiles, percentile, readIntegerOption, timeCalls } from '../support/measure.ts'

const calls = readIntegerOption('calls', 100)
const years = readIntegerOption('years', 5)
const subject = 'country=UG&crop=maize&disease=common_rust'
const views = [
  { name: 'map of a week', path: `/api/surveillance/counts/?${subject}` },
  { name: 'trend of a district, 53 weeks', path: `/api/surveillance/trends/?${subject}&district=UG-mbale` },
  { name: 'trend of a country, 53 weeks', path: `/api/surveillance/trends/?${subject}` },
  { name: 'weekly summary', path: '/api/surveillance/summary/?country=UG' },
]
const queries = {
  'trend of a country': `select week, district, disease, strength, farmers from weekly_counts
    where week = any(array(select (date_trunc('week', now()) - n * interval '1 week')::date from generate_series(1, 53) as n))
      and crop = 'maize' and district = any($1::text[])`,
  'weekly summary': `select week, crop, district, disease, strength, farmers from weekly_counts
    where week = any(array[(date_trunc('week', now()) - interval '1 week')::date, (date_trunc('week', now()) - interval '2 weeks')::date])
      and district = any($1::text[])`,
}

const kutu = await startKutu()
const pool = new pg.Pool({ connectionString: kutu.databaseUrl() })
try {
  console.log(
    `${availableParallelism()} processors; Kutu from its ${kutu.buildKind}; ${calls} calls each, one at a time`,
  )
  const { access: token } = await signIn(kutu.url, kutu.accounts.expert)
  const medians = new Map<string, number[]>()
  let weeks = 0
  for (const size of [53, years * 53]) {
    await insertWeeks(weeks + 1, size)
    weeks = size
    const { rows } = await pool.query<{ count: string }>('select count(*) from weekly_counts')
    console.log(`\n${weeks} weeks, ${rows[0]?.count} counts`)
    for (const { name, path } of views) {
      const times = await timeCalls(calls, 10, () => callApi(kutu.url, `GET ${path}`, { token }))
      medians.set(name, [...(medians.get(name) ?? []), percentile(times, 0.5)])
      console.log(`  ${name.padEnd(32)} ${formatPercentiles(times, 1)}`)
    }
  }
  console.log(`\n${years} years against one (p50)`)
  for (const [name, [one = 0, all = 0]] of medians) console.log(`  ${name.padEnd(32)} ${(all / one).toFixed(2)}`)
  for (const [name, query] of Object.entries(queries)) console.log(`\n${name}\n${await explain(query)}`)
} finally {
  await pool.end()
  await kutu.stop()
}

/** Adds weeks, counted backwards from the last that has ended. Counts are from 1 to 19, and the same on every run. */
async function insertWeeks(first: number, last: number): Promise<void> {
  await pool.query(
    `insert into weekly_counts (district, crop, disease, week, strength, farmers)
     select district, crop, disease, (date_trunc('week', now()) - n * interval '1 week')::date, strength,
       case strength when 'photographed' then 80 else 1 + abs(hashtext(district || disease || strength || n)) % 19 end
     from unnest($1::text[]) as district, unnest(array['maize', 'beans', 'wheat', 'rice']) as crop,
       (values ('', 'photographed'), ('common_rust', 'confirmed'), ('common_rust', 'confident'), ('common_rust', 'likely'),
         ('gray_leaf_spot', 'confirmed'), ('gray_leaf_spot', 'confident'), ('gray_leaf_spot', 'likely'),
         ('streak_virus', 'confirmed'), ('streak_virus', 'confident'), ('streak_virus', 'likely')) as cell (disease, strength),
       generate_series($2::integer, $3::integer) as n
     on conflict do nothing`,
    [districts.map(({ code }) => code), first, last],
  )
  await pool.query('vacuum analyze weekly_counts')
}

async function explain(query: string): Promise<string> {
  const codes = districts.filter(({ country }) => country === 'UG').map(({ code }) => code)
  const { rows } = await pool.query(`explain (analyze, buffers, costs off) ${query}`, [codes])
  return rows.map(row => `  ${row['QUERY PLAN'].slice(0, 160)}`).join('\n')
}
