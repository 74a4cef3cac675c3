import { callApi, signIn } from '../support/http.ts'
import type { KutuServer } from '../support/kutu-server.ts'
import { withDatabase } from './database-checks.ts'

export type Person = { id: string; email: string; access: string; signedInAt: number }
/** The people of the load, and approved posts to comment on. */
export type Team = { farmers: Person[]; experts: Person[]; posts: string[]; keepSignedIn: () => Promise<void> }

const size = 24
const maxSessionMs = 40 * 60_000

/** Creates farmers and experts as copies of the demonstration accounts, with the same passwords, and three approved posts. */
export async function createTeam({ url, accounts, databaseUrl }: KutuServer): Promise<Team> {
  await withDatabase(databaseUrl(), async pool => {
    await pool.query(
      `insert into users (email, username, username_key, password_hash, role, language, account_number, phone_number,
         approval, email_verified_at, activated_at, created_at)
       select role || n || '@kutu.example', role || n, role || n, password_hash, role, language, upper(left(role, 1)) || 'K' || n,
         phone_number, approval, email_verified_at, activated_at, created_at
       from users, generate_series(1, $1::int) n where email in ($2, $3)`,
      [size, accounts.farmer.email, accounts.expert.email],
    )
    await pool.query(
      `insert into farmer_profiles (user_id, farm_location, farm_size, crop_types)
       select id, 'Mbale', 2, '{MAIZE}' from users where email ~ '^farmer[0-9]+@kutu'`,
    )
    await pool.query(
      `insert into expert_profiles (user_id, areas_of_expertise, certifications, bio, experience_years, institution,
         languages_spoken, social_links, search_text)
       select id, '{Maize}', '{}', '', 5, 'KALRO', '{English}', '{}', 'maize kalro' from users where email ~ '^expert[0-9]+@kutu'`,
    )
  })
  const signInAs = async (email: string, role: 'farmer' | 'expert'): Promise<Person> => {
    const { access, user } = await signIn(url, { email, password: accounts[role].password })
    return { id: user.id, email, access, signedInAt: Date.now() }
  }
  const signInAll = (role: 'farmer' | 'expert') =>
    Promise.all(Array.from({ length: size }, (_, index) => signInAs(`${role}${index + 1}@kutu.example`, role)))
  const team = { farmers: await signInAll('farmer'), experts: await signInAll('expert') }
  const keepSignedIn = async () => {
    for (const role of ['farmer', 'expert'] as const)
      for (const person of team[`${role}s`])
        if (Date.now() - person.signedInAt > maxSessionMs) Object.assign(person, await signInAs(person.email, role))
  }
  return { ...team, posts: await createApprovedPosts(url, team), keepSignedIn }
}

async function createApprovedPosts(
  url: string,
  { farmers, experts }: Pick<Team, 'farmers' | 'experts'>,
): Promise<string[]> {
  const posts: string[] = []
  for (let n = 1; n <= 3; n++) {
    const body = {
      title: `Post ${n}`,
      content: `What is this? ${n}`,
      crop_type: 'MAIZE',
      disease_type: 'none',
      urgency_level: 'low',
    }
    const token = farmers[n]?.access
    const { id } = await callApi<{ id: string }>(url, 'POST /api/community/posts/', { body, token })
    const approval = { body: { action: 'approve' }, token: experts[0]?.access }
    await callApi(url, `PUT /api/community/posts/moderate/${id}/`, approval)
    posts.push(id)
  }
  return posts
}
