import type pg from 'pg'
import { callApi, signIn } from '../support/http.ts'
import type { Credentials, KutuServer } from '../support/kutu-server.ts'
import { timeOf } from '../support/measure.ts'
import { analysisPath, createUploadRequest } from '../support/uploads.ts'

type Tokens = { deepFarmer: string; farmers: string[]; expert: string; admin: string }
export type ScaleServer = { kutu: KutuServer; pool: pg.Pool; tokens: Tokens }

/** Sends one request to a server and returns its duration in milliseconds. */
type Measure = { name: string; send: (server: ScaleServer, index: number) => Promise<number> }

/** Numbers of the farmers who read, who export their data, and who are erased. */
const firstReader = 200
const readers = 20
const firstExporter = 300
const exporters = 100
const erasedFarmers = 'bench5__@example.org'

const benchFarmer = ({ accounts }: KutuServer, n: number): Credentials => ({
  email: `bench${n}@example.org`,
  password: accounts.farmer.password,
})

/** Signs in the demonstration accounts and some farmers with ten analyses. */
export async function signInAll(kutu: KutuServer): Promise<Tokens> {
  const getToken = async (credentials: Credentials) => (await signIn(kutu.url, credentials)).access
  const farmers: string[] = []
  for (let n = 0; n < readers; n++) farmers.push(await getToken(benchFarmer(kutu, firstReader + n)))
  const { farmer, expert, admin } = kutu.accounts
  return {
    deepFarmer: await getToken(farmer),
    farmers,
    expert: await getToken(expert),
    admin: await getToken(admin),
  }
}

const subject = 'country=UG&crop=maize&disease=common_rust'
const week = 7 * 86_400_000

/** A day of one of the last 200 weeks that have ended, another one at each call. */
const dayOf = (index: number): string =>
  new Date(Date.now() - (2 + ((index * 37) % 200)) * week).toISOString().slice(0, 10)

/** The last day of a year of weeks. */
const yearOf = (index: number): string => {
  const to = Date.parse(dayOf(index * 2))
  return `from=${new Date(to - 52 * week).toISOString().slice(0, 10)}&to=${new Date(to).toISOString().slice(0, 10)}`
}

/** Returns the requests of the screens that read analyses or counts of them. */
export function createScaleRequests(photos: readonly Buffer[]): Measure[] {
  const get = (
    name: string,
    token: (tokens: Tokens, index: number) => string | undefined,
    path: (index: number) => string,
  ): Measure => ({
    name,
    send: ({ kutu, tokens }, index) =>
      timeOf(() => callApi(kutu.url, `GET ${path(index)}`, { token: token(tokens, index) })),
  })
  const farmer = (tokens: Tokens, index: number) => tokens.farmers[index % tokens.farmers.length]
  const deep = ({ deepFarmer }: Tokens) => deepFarmer
  const expert = (tokens: Tokens) => tokens.expert
  const admin = (tokens: Tokens) => tokens.admin
  const history = analysisPath
  return [
    get(
      'map of a week, of a country',
      () => undefined,
      i => `/api/surveillance/map/?${subject}&week=${dayOf(i)}`,
    ),
    get('counts of the last week', expert, () => `/api/surveillance/counts/?${subject}`),
    get('trend of a country, 53 weeks', expert, i => `/api/surveillance/trends/?${subject}&${yearOf(i)}`),
    get(
      'trend of a district, 53 weeks',
      expert,
      i => `/api/surveillance/trends/?${subject}&district=UG-mbale&${yearOf(i)}`,
    ),
    get('counts as CSV, 53 weeks', expert, i => `/api/surveillance/counts/export.csv?${subject}&${yearOf(i)}`),
    get('warnings to decide on', admin, () => '/api/surveillance/warnings/?state=open'),
    get(
      'warnings in force, public',
      () => undefined,
      () => '/api/surveillance/map/warnings/?country=UG',
    ),
    get('history of a farmer, first page', farmer, () => history),
    get('history of 2,000, first page', deep, () => history),
    get('history of 2,000, page 90', deep, () => `${history}?page=90&page_size=20`),
    get('history of 2,000, one class', deep, () => `${history}?rust_class=common_rust`),
    get('dashboard of a farmer', farmer, () => '/api/dashboard/stats/'),
    get('dashboard of an expert', expert, () => '/api/dashboard/stats/'),
    get('dashboard of an admin', admin, () => '/api/dashboard/stats/'),
    get('users, by an admin', admin, () => '/api/admin/users/'),
    get('audit log, by an admin', admin, () => '/api/admin/audit/'),
    {
      name: 'a new analysis, with its diagnosis',
      send: ({ kutu, tokens }, index) => {
        const upload = createUploadRequest(photos[index % photos.length], farmer(tokens, index) ?? '')
        return timeOf(() => callApi(kutu.url, `POST ${history}`, upload))
      },
    },
  ]
}

/** Repeats a check without a pause until it succeeds. */
async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 120_000
  while (!(await isDone())) if (performance.now() > endsAt) throw new Error('it never ends')
}

/** Requests the data export of a farmer, and waits until its file is ready. */
export async function measureExport({ kutu, pool }: ScaleServer, index: number): Promise<number> {
  const farmer = benchFarmer(kutu, firstExporter + (index % exporters))
  // A farmer may export once a day, and the database may be that of an earlier run.
  await pool.query('delete from data_exports using users where users.id = user_id and email = $1', [farmer.email])
  const { access: token } = await signIn(kutu.url, farmer)
  const path = '/api/account/export/'
  return timeOf(async () => {
    await callApi(kutu.url, `POST ${path}`, { token })
    await waitUntil(async () => {
      const status = await callApi<{ export: { state: string } | null }>(kutu.url, `GET ${path}`, { token })
      return status.export?.state === 'ready'
    })
  })
}

/** Erases the account of another farmer at each call, by the job of the product, after its grace period. */
export async function measureErasure({ pool }: ScaleServer): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `update users set deactivated_at = now(), leaves_at = now() - interval '1 minute'
     where id = (select id from users where email like $1 and deactivated_at is null limit 1) returning id`,
    [erasedFarmers],
  )
  const id = rows[0]?.id
  return timeOf(async () => {
    await pool.query(`select graphile_worker.add_job('erase_due_users', '{}'::json)`)
    await waitUntil(async () => {
      const { rowCount } = await pool.query('select from users where id = $1 and left_at is not null', [id])
      return rowCount === 1
    })
  })
}
