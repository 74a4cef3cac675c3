import type pg from 'pg'

const farmerCount = 2000

/** Inserts farmers as copies of the demo farmer. */
export async function insertFarmers(pool: pg.Pool, count = farmerCount): Promise<void> {
  await pool.query(
    `insert into users (email, username, username_key, password_hash, role, language, account_number, email_verified_at,
      activated_at, created_at)
    select 'bench' || n || '@example.org', 'bench' || n, 'bench' || n, password_hash, role, language, 'B' || n,
      email_verified_at, activated_at, created_at
    from users, generate_series(1, $1) n where email like 'farmer@%'`,
    [count],
  )
}

/**
 * Inserts the posts with the numbers `first` to `last`, one per minute, later numbers newer. Of ten posts 8 are approved,
 * 1 is pending and 1 flagged, with varying crop, disease and urgency. Every second approved post has a farmer's comment and
 * an expert's answer.
 */
export async function insertPosts(pool: pg.Pool, first: number, last: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(insertPostsSql, [first, last, farmerCount])
    await client.query(insertResponsesSql, [first, last, farmerCount])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze')
}

const createdAt = `timestamptz '2026-01-01' + n * interval '1 minute'`
const words = `array['leaf','rust','spots','brown','yellow','rain','field','beans','maize','week','lower','stem','planted',
  'seed','dry','powder','orange','edges','sprayed','neighbour']`

const insertPostsSql = `
  insert into posts (farmer_id, title, content, crop_type, disease_type, urgency_level, status, flag_reason, fingerprint,
    created_at)
  select author.id, 'Leaves of plot ' || n,
    (select string_agg((${words})[1 + (n * 7 + k * k * 3) % 20], ' ') from generate_series(1, 24) k),
    (array['MAIZE','WHEAT','RICE','BEANS'])[1 + n % 4],
    (array['common_rust','leaf_blust','gray_leaf_spot','none'])[1 + n / 4 % 4],
    (array['low','medium','high'])[1 + n % 3],
    case n % 10 when 8 then 'pending' when 9 then 'flagged' else 'approved' end,
    case n % 10 when 9 then 'Please say which crop it is.' end,
    int4send(n), ${createdAt}
  from generate_series($1::int, $2::int) n
  join (select id, row_number() over (order by id) - 1 as nth from users where username like 'bench%') author
    on author.nth = n % $3`

const insertResponsesSql = `
  with answered as (
    select id, created_at, row_number() over (order by id) as n from posts
    where status = 'approved' and extract(minute from created_at)::int % 2 = 0
      and created_at between timestamptz '2026-01-01' + $1::int * interval '1 minute'
        and timestamptz '2026-01-01' + $2::int * interval '1 minute'
  )
  insert into responses (post_id, author_id, author_role, content, status, shown_at, fingerprint, created_at)
  select answered.id, author.id, author.role, 'Try resistant seed and wider rows next season.', 'approved',
    answered.created_at + interval '3 hours', int4send(answered.n::int), answered.created_at + interval '3 hours'
  from answered
  join (
    select * from (
      select id, role, row_number() over (partition by role order by id) - 1 as nth from users
      where username like 'bench%' or email like 'expert@%'
    ) ranked where nth < $3
  ) author on author.role = 'expert' or author.nth = answered.n % $3`
