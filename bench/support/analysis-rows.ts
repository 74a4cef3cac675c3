import { districts } from '@kutu/places/districts'
import type pg from 'pg'

/** Farmers and analyses of a simulated database. */
export type AnalysisVolume = { farmers: number; analyses: number }

const months = 60
/** The districts of Uganda and the first four of Kenya. */
const codes = districts.slice(0, 140).map(({ code }) => code)
/** Returns SQL of a UUID (version 4 by its form) that depends on a text only. */
const uuidOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing 'a' from 17)::uuid`
const photoId = uuidOf(`'photo ' || n`)
const analysisId = uuidOf(`'analysis ' || n`)

/** Tables with rows for each analysis, which are filled without any index. */
const bigTables = ['photos', 'analyses', 'notifications', 'audit_log']
const filledTables = ['users', 'farmer_profiles', ...bigTables]

/**
 * Inserts farmers in 140 districts and their analyses of the last 60 months, with everything that the product writes beside an
 * analysis: photo, audit entry, and the notification of the last 180 days. The job close_weeks counts the
 * districts. Statements work on sets, without indexes and triggers, which are restored at the end.
 * @param deepFarmer email of an account that gets 2,000 further analyses, for the deep pages of a history
 */
export async function insertAnalyses(
  pool: pg.Pool,
  { farmers, analyses }: AnalysisVolume,
  { deepFarmer, onProgress }: { deepFarmer: string; onProgress: (step: string) => void },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`)
    const restore = await dropIndexes(client)
    for (const table of filledTables) await client.query(`alter table ${table} disable trigger user`)
    await client.query(insertFarmersSql, [farmers, codes, deepFarmer])
    onProgress(`${farmers} farmers`)
    const step = 1_000_000
    for (let first = 1; first <= analyses; first += step) {
      const range = { first, last: Math.min(analyses, first + step - 1), of: analyses }
      await insertRange(client, range, uuidOf(`'farmer ' || n * 7919 % ${farmers} + 1`))
      onProgress(`${range.last} analyses`)
    }
    const deep = { first: analyses + 1, last: analyses + 2000, of: analyses + 2000 }
    await insertRange(client, deep, `(select id from users where email = '${deepFarmer}')`)
    for (const statement of restore) await client.query(statement)
    onProgress('indexes and foreign keys')
    for (const table of filledTables) await client.query(`alter table ${table} enable trigger user`)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

/** Drops what slows down bulk inserts, and returns the statements that restore it: foreign keys last. */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows: constraints } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where (contype = 'f' and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($2)))
       or (contype in ('p', 'u') and conrelid::regclass::text = any($2)) order by contype = 'f' desc`,
    [filledTables, bigTables],
  )
  for (const { owner, name } of constraints) await client.query(`alter table ${owner} drop constraint ${name}`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid::regclass::text = any($1) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [filledTables],
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  return [
    ...indexes.map(({ definition }) => definition),
    // Keys first, because foreign keys refer to them.
    ...constraints
      .toReversed()
      .map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`),
  ]
}

const insertFarmersSql = `
  with demo as (select * from users where email = $3),
  added as (
    insert into users (id, email, username, username_key, password_hash, role, language, account_number, email_verified_at,
      activated_at, created_at)
    select ${uuidOf(`'farmer ' || n`)}, 'bench' || n || '@example.org', 'bench' || n, 'bench' || n, password_hash, role, language,
      'B' || n, email_verified_at, activated_at, created_at
    from demo, generate_series(1, $1::int) n
    returning id, username
  )
  insert into farmer_profiles (user_id, farm_location, farm_size, crop_types, district)
  select id, 'Bench', 2, array[(array['MAIZE','BEANS','WHEAT','RICE'])[1 + substr(username, 6)::int % 4]],
    ($2::text[])[1 + substr(username, 6)::int / 4 % 140]
  from added`

/** Inserts the analyses with the numbers `first` to `last`, later numbers later, with photo, notification and audit entry. */
async function insertRange(
  client: pg.ClientBase,
  { first, last, of }: { first: number; last: number; of: number },
  farmer: string,
): Promise<void> {
  const range = `generate_series(${first}::bigint, ${last}::bigint) n`
  const from = `(now() - interval '${months} months')`
  const at = `${from} + (now() - ${from}) * (n::double precision / ${of})`
  // Scattered, and the same in every run.
  const dice = `(hashint8(n) & 1023)`
  await client.query(
    `insert into photos (id, hash, width, height, bytes, created_at)
     select ${photoId}, md5('a' || n) || md5('b' || n), 1600, 1200, 200000, ${at} from ${range}`,
  )
  await client.query(
    `insert into analyses (id, farmer_id, photo_id, source_hash, fingerprint, uploaded_at, crop_type, rust_class, confidence, common_rust,
       healthy, other_disease, disease, crop, verdict, band, crop_estimate, crop_probability, affected_area, heatmap,
       model_version, district)
     select ${analysisId}, p.user_id, ${photoId}, md5('c' || n) || md5('d' || n), hashint8extended(n, 0), at, upper(grown.crop),
       class, 0.9, (class = 'common_rust')::int, (class = 'healthy')::int, (class = 'other_disease')::int,
       case class when 'common_rust' then rust when 'other_disease' then other end, grown.crop,
       case when band = 'confident' then 'confident' else 'uncertain' end, band, grown.crop, 0.97,
       case when class <> 'healthy' then 0.1 end, case when class <> 'healthy' then decode(repeat(md5('e' || n), 16), 'hex') end,
       '2026.11.23-2', p.district
     from (
       select n, ${at} as at, ${farmer} as farmer_id, ${dice} as dice,
         case when ${dice} % 10 < 4 then 'healthy' when ${dice} % 10 < 7 then 'common_rust' else 'other_disease' end as class,
         case when ${dice} < 600 then 'confident' when ${dice} < 900 then 'likely' else 'uncertain' end as band
       from ${range}
     ) drawn join farmer_profiles p on p.user_id = drawn.farmer_id
     cross join lateral (select lower(coalesce(p.crop_types[1], 'MAIZE')) as crop) grown
     join (values ('maize', 'common_rust', 'gray_leaf_spot'), ('beans', 'rust', 'angular_leaf_spot'),
       ('wheat', 'leaf_rust', 'septoria'), ('rice', null, 'leaf_blast')) as named (name, rust, other) on name = grown.crop`,
  )
  await client.query(
    `insert into audit_log (at, actor_id, action, subject_type, subject_id, after)
     select ${at}, ${farmer}, 'analysis.added', 'analysis', ${analysisId}::text,
       '{"verdict": "confident", "rust_class": "common_rust"}' from ${range}`,
  )
  await client.query(
    `insert into notifications (user_id, type, details, subject_type, subject_id, cause_id, created_at, read_at)
     select ${farmer}, 'image_analysis', '{"answer": "common_rust"}', 'analysis', ${analysisId},
       ${analysisId}, ${at}, ${at} from ${range} where ${at} > now() - interval '180 days'`,
  )
}
