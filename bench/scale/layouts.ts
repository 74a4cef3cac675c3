// Compares the table of analyses as it is with one partitioned by month, in the database that analyses.ts has kept (--data DIR):
// the product's statements on analyses, with as many partitions as there are months. The copy is dropped at the end.
import pg from 'pg'
import { findRunningPostgresUrl } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { startKutu } from '../support/kutu-server.ts'
import { percentile, readIntegerOption, readTextOption } from '../support/load.ts'

const folder = readTextOption('data')
if (folder === undefined) throw new Error('--data DIR names the kept database')
const calls = readIntegerOption('calls', 200)

const copySql = `
  create table analyses_by_month (like analyses including defaults including constraints) partition by range (uploaded_at);
  do $$
  declare first timestamptz := date_trunc('month', (select min(uploaded_at) from analyses));
  begin
    while first <= now() loop
      execute format('create table analyses_by_month_%s partition of analyses_by_month for values from (%L) to (%L)',
        to_char(first, 'YYYY_MM'), first, first + interval '1 month');
      first := first + interval '1 month';
    end loop;
  end $$;
  insert into analyses_by_month select * from analyses;
  alter table analyses_by_month add primary key (id, uploaded_at);
  create index on analyses_by_month (farmer_id, uploaded_at desc, id desc);
  create index on analyses_by_month (farmer_id, rust_class, uploaded_at desc, id desc);
  create index on analyses_by_month (source_hash, model_version);
  create index on analyses_by_month (photo_id);
  create index on analyses_by_month (heatmap_hash) where heatmap_hash is not null;
  analyze analyses_by_month`

type Sample = { id: string; farmer_id: string; photo_id: string; source_hash: string; heatmap_hash: string }
type Statement = { name: string; sql: (table: string) => string; values: (sample: Sample) => string[] }

const history = (table: string) =>
  `select * from ${table} a join photos p on p.id = a.photo_id where a.farmer_id = $1
   order by a.uploaded_at desc, a.id desc`
const statements: Statement[] = [
  { name: 'history, first page', sql: table => `${history(table)} limit 20`, values: ({ farmer_id }) => [farmer_id] },
  {
    name: 'history of one class, first page',
    sql: table => `${history(table).replace('order by', `and a.rust_class = 'common_rust' order by`)} limit 20`,
    values: ({ farmer_id }) => [farmer_id],
  },
  { name: 'one analysis', sql: table => `select * from ${table} where id = $1`, values: ({ id }) => [id] },
  {
    name: 'a photo that was diagnosed before',
    sql: table => `select * from ${table} where source_hash = $1 and model_version = '2026.11.23-2' limit 1`,
    values: ({ source_hash }) => [source_hash],
  },
  {
    name: 'analyses with a photo',
    sql: table => `select id from ${table} where photo_id = $1 limit 1`,
    values: ({ photo_id }) => [photo_id],
  },
  {
    name: 'reports of a farmer and a week',
    sql: table =>
      `select crop, disease from ${table} where farmer_id = $1 and uploaded_at >= now() - interval '7 days' and uploaded_at < now()`,
    values: ({ farmer_id }) => [farmer_id],
  },
  { name: 'all of a farmer (export, erasure)', sql: history, values: ({ farmer_id }) => [farmer_id] },
]

const kutu = await startKutu({ DATA_DIR: folder })
const client = new pg.Client({ connectionString: findRunningPostgresUrl(folder) })
await client.connect()
try {
  await client.query(`set statement_timeout = 0; set work_mem = '256MB'; set maintenance_work_mem = '512MB'`)
  const { rows: samples } = await client.query<Sample>(
    `select id, farmer_id, photo_id, source_hash, heatmap_hash from analyses tablesample system (1) limit $1`,
    [calls + 20],
  )
  await client.query(copySql)
  console.log(`${'milliseconds'.padEnd(40)}${'one table'.padStart(16)}${'by month'.padStart(16)}   ratio; pages read`)
  for (const statement of statements) await compare(statement, samples)
} finally {
  await client.query('drop table if exists analyses_by_month')
  await client.end()
  await kutu.stop()
}

/** Runs a statement on both tables in turns, prepared as the product's driver does not: planned at each call. */
async function compare({ name, sql, values }: Statement, samples: Sample[]): Promise<void> {
  const tables = ['analyses', 'analyses_by_month']
  const times = tables.map((): number[] => [])
  for (const [index, sample] of samples.entries())
    for (const [i, table] of tables.entries()) {
      const startedAt = performance.now()
      await client.query(sql(table), values(sample))
      if (index >= 20) times[i]?.push(performance.now() - startedAt)
    }
  const [one = 0, many = 0] = times.map(list => percentile(list, 0.5))
  const pages = await Promise.all(tables.map(table => countPages(sql(table), values(samples[0] ?? failOnMissing()))))
  console.log(
    `${name.padEnd(40)}${one.toFixed(2).padStart(16)}${many.toFixed(2).padStart(16)}   ${(many / one).toFixed(2)}; ${pages.join(' and ')}`,
  )
}

async function countPages(sql: string, values: string[]): Promise<number> {
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, values)
  const plan = rows[0]['QUERY PLAN'][0].Plan as { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

function failOnMissing(): never {
  throw new Error('there are no analyses')
}
