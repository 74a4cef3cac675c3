import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { apiError, tooManyRequests } from '../../../platform/http/api-error.ts'
import { getLogContext } from '../../../platform/observability/log-context.ts'

/**
 * Each hash takes `passwordHash.memoryKib` of memory, a core and a thread of Node's pool of four, which reads files as
 * well. So only two or three run at the same time.
 */
const queue = createHashingQueue({
  concurrency: Math.min(3, Math.max(2, availableParallelism())),
  maxQueued: 300,
  // A training course signs in at once behind one router.
  maxPerNetwork: 100,
  maxPerAccount: 4,
})

/** Waits for a slot in the name of the caller's network, or of the account that knows the caller's device. */
const withHashingSlot = <T>(task: () => Promise<T>, knownAccount?: string): Promise<T> =>
  queue(
    knownAccount === undefined
      ? { key: getLogContext().network ?? 'this server', isKnownDevice: false }
      : { key: knownAccount, isKnownDevice: true },
    task,
  )

type WithConfig = Pick<App, 'config'>

/** The library hashes with argon2id by default. */
const argon2Options = ({ config: { passwordHash } }: WithConfig) => ({
  memoryCost: passwordHash.memoryKib,
  timeCost: passwordHash.iterations,
  parallelism: 1,
})

/** Hashes a password with argon2id at the configured cost. @throws overloaded, too_many_requests if too many are waiting */
export const hashPassword = (app: WithConfig, password: string): Promise<string> =>
  withHashingSlot(() => hash(normalizePassword(password), argon2Options(app)))

/**
 * Returns true if the password matches the hash. The cost is part of the hash.
 * @param knownAccount the account that knows the caller's device, which then comes first
 * @throws overloaded, too_many_requests
 */
export const verifyPassword = (passwordHash: string, password: string, knownAccount?: string): Promise<boolean> =>
  withHashingSlot(() => verify(passwordHash, normalizePassword(password)), knownAccount)

/**
 * Returns true if the password hash is still the one that was verified, and locks the row until the transaction ends.
 * Verifying takes a while; if the password is reset in the meantime, the old one must not work any more.
 */
export async function isPasswordUnchanged(tx: Tx, user: { id: string; password_hash: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.password_hash === user.password_hash
}

const currentHashPrefix = (app: WithConfig) => {
  const { memoryCost, timeCost, parallelism } = argon2Options(app)
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`
}

/** Returns true if a hash was made with another algorithm or cost than the configured one. */
export const needsRehash = (app: WithConfig, passwordHash: string): boolean =>
  !passwordHash.startsWith(currentHashPrefix(app))

const dummyHashes = new Map<string, Promise<string>>()
/** Returns a hash to verify against when there is no account, so that an unknown email address costs the same time. */
export function getDummyHash(app: WithConfig): Promise<string> {
  const prefix = currentHashPrefix(app)
  const cached = dummyHashes.get(prefix)
  if (cached) return cached
  const dummyHash = hashPassword(app, 'nobody has this password')
  dummyHashes.set(prefix, dummyHash)
  dummyHash.catch(() => dummyHashes.delete(prefix))
  return dummyHash
}

/** Normalizes to NFKC, so that the same characters typed on different keyboards are the same password. */
export const normalizePassword = (password: string) => password.normalize('NFKC')

/** Who waits for a slot: a network, or an account on a device that it knows. */
type QueueClient = { key: string; isKnownDevice: boolean }

type Limits = {
  /** Tasks that run at the same time. */
  concurrency: number
  /** Tasks that wait. Known devices may make it twice as many. */
  maxQueued: number
  /** Tasks of one network that wait or run. */
  maxPerNetwork: number
  /** Tasks of one account on known devices that wait or run. */
  maxPerAccount: number
}

/** A slot is free again within a few seconds. */
const retryAfterSeconds = 2

/**
 * Creates a bounded queue. The more tasks a client has in it, the later its next one runs, so networks take turns; known
 * devices come first.
 * @throws too_many_requests for a client with too many tasks, overloaded if the queue is full
 */
export function createHashingQueue({ concurrency, maxQueued, maxPerNetwork, maxPerAccount }: Limits) {
  const queue = new PQueue({ concurrency })
  const counts = new Map<string, number>()
  return async <T>({ key: name, isKnownDevice }: QueueClient, task: () => Promise<T>): Promise<T> => {
    const key = `${isKnownDevice ? 'account' : 'network'} ${name}`
    const count = counts.get(key) ?? 0
    if (count >= (isKnownDevice ? maxPerAccount : maxPerNetwork)) throw tooManyRequests(retryAfterSeconds)
    if (queue.size >= maxQueued * (isKnownDevice ? 2 : 1))
      throw apiError('overloaded', { retryAfter: retryAfterSeconds })
    counts.set(key, count + 1)
    try {
      return await queue.add(task, { priority: (isKnownDevice ? maxPerNetwork : 0) - count })
    } finally {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}
