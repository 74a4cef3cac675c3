import type { Credentials, FaultServer } from './server.ts'

/** A signed-in caller. `expire` makes the next request sign in again, for example after a revoked session. */
export type Session = { token: () => string; expire: () => void; refresh: () => Promise<void> }

/** Signs in and returns the access token. */
export async function signIn(url: string, { email, password }: Credentials): Promise<string | undefined> {
  const response = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const reply: unknown = await response.json()
  return response.ok ? (reply as { access: string }).access : undefined
}

/** Opens one session for each demonstration role. A session that the fuzzer ended is opened again in the background. */
export async function createAccounts({ url, accounts }: FaultServer) {
  const openSession = async (credentials: Credentials): Promise<Session> => {
    let token = (await signIn(url, credentials)) ?? 'none'
    let isRefreshing = false
    const refresh = async () => {
      if (isRefreshing) return
      isRefreshing = true
      token = (await signIn(url, credentials)) ?? token
      isRefreshing = false
    }
    return { token: () => token, expire: () => void refresh(), refresh }
  }
  const sessions = await Promise.all([...accounts.values()].map(openSession))
  if (sessions.length < 3) throw new Error('the demonstration accounts were not printed')
  return {
    /** The session of one role; undefined for anonymous requests. */
    sessionFor: (role: number, _worker: number): Session | undefined => sessions[role],
  }
}
