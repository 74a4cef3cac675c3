import { newIdempotencyKey } from '../idempotency-key.ts'
import { getServerTime } from '../session/server-clock.ts'
import { getStoredUser } from '../session/session.ts'
import { connect, notifyChange, requestPersistentStorage } from './outbox-connection.ts'
import type { OutboxWrite, WriteData, WriteKind, WriteState } from './outbox-write.ts'

/** Builds a write of the signed-in user. `key`: the Idempotency-Key of an attempt that may have reached the server. */
export const makeWrite = <Kind extends WriteKind>(
  kind: Kind,
  data: WriteData[Kind],
  key = newIdempotencyKey(),
): OutboxWrite<Kind> =>
  ({
    key,
    ownerId: getStoredUser()?.id ?? '',
    kind,
    data,
    createdAt: getServerTime().toISOString(),
    revision: 0,
    state: { kind: 'waiting' },
  }) as OutboxWrite<Kind>

export async function putWrite(write: OutboxWrite): Promise<void> {
  await (await connect()).put('writes', write)
  notifyChange()
  requestPersistentStorage()
}

/**
 * Stores a write, or changes the one of its owner that it belongs to. One transaction, because a write that is being sent
 * may disappear in between.
 * @param merge returns the new data of a stored write of the same kind, or undefined if it is another one
 */
export async function mergeWrite<Kind extends WriteKind>(
  write: OutboxWrite<Kind>,
  merge: (stored: WriteData[Kind]) => WriteData[Kind] | undefined,
): Promise<void> {
  const transaction = (await connect()).transaction('writes', 'readwrite')
  let merged = write as OutboxWrite
  for (const stored of await transaction.store.index('owner').getAll(write.ownerId)) {
    const data = stored.kind === write.kind ? merge(stored.data as WriteData[Kind]) : undefined
    if (data) merged = withData(stored, data)
  }
  await transaction.store.put(merged)
  await transaction.done
  notifyChange()
  requestPersistentStorage()
}

export async function getWrite(key: string): Promise<OutboxWrite | undefined> {
  return (await connect()).get('writes', key)
}

/** Replaces a write that still exists. A removed one stays removed. */
export async function updateWrite(key: string, update: (write: OutboxWrite) => OutboxWrite): Promise<void> {
  const transaction = (await connect()).transaction('writes', 'readwrite')
  const write = await transaction.store.get(key)
  if (write) await transaction.store.put(update(write))
  await transaction.done
  notifyChange()
}

/**
 * Ends an attempt: the write is removed, or keeps a state. A write that was changed during the attempt is not removed,
 * because the server has its earlier version. New details replace earlier ones, so they are sent as well.
 */
export async function finishAttempt({ key, revision }: OutboxWrite, state?: WriteState): Promise<void> {
  const transaction = (await connect()).transaction('writes', 'readwrite')
  const write = await transaction.store.get(key)
  const isChanged = write !== undefined && write.revision !== revision
  if (write && (state || isChanged)) {
    const changedState: WriteState = state || write.kind === 'details' ? { kind: 'waiting' } : { kind: 'arrived' }
    await transaction.store.put({ ...write, state: isChanged ? changedState : (state ?? changedState) })
  } else await transaction.store.delete(key)
  await transaction.done
  notifyChange()
}

/**
 * Replaces the data of a write, which is then sent again. The key stays: if the server has already stored the first
 * version, it rejects the second one instead of storing both.
 */
export const changeWrite = <Kind extends WriteKind>({ key }: OutboxWrite<Kind>, data: WriteData[Kind]): Promise<void> =>
  updateWrite(key, write => withData(write, data))

const withData = (write: OutboxWrite, data: WriteData[WriteKind]): OutboxWrite =>
  ({ ...write, data, revision: write.revision + 1, state: { kind: 'waiting' } }) as OutboxWrite

export async function removeWrite(key: string): Promise<void> {
  await (await connect()).delete('writes', key)
  notifyChange()
}
