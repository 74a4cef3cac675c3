// @slow

import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDataFolder, migratedTemplate, silentLogger } from '../../../testing/database/data-folder.ts'
import { createCertificateAuthority } from '../../../testing/tls/certificates.ts'
import { startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts'
import { locateCluster } from '../../embedded-postgres/system-user.ts'
import { openPubSub } from '../pubsub.ts'
import { openDatabase } from './open-database.ts'

let template = ''
beforeAll(async () => {
  template = await migratedTemplate()
})

/** Starts a PostgreSQL with a certificate for a name, and returns its URL under the name `localhost`. */
async function startWithCertificate(name: string) {
  const dataDir = createDataFolder({ template })
  const authority = createCertificateAuthority()
  const { cert, key } = authority.issue(name)
  const { folder, user } = locateCluster(dataDir)
  for (const [file, content] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
    writeFileSync(join(folder, file), content, { mode: 0o600 })
    // PostgreSQL reads a private key only if it belongs to its own user.
    if (user) chownSync(join(folder, file), user.uid, user.gid)
  }
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger, settings: { ssl: 'on' } })
  onTestFinished(() => embedded.stop())
  const url = new URL(embedded.url)
  url.hostname = 'localhost'
  return { url, caFile: authority.caFile }
}

function withTls(url: URL, caFile: string): string {
  const secured = new URL(url)
  secured.search = String(new URLSearchParams({ sslmode: 'verify-full', sslrootcert: caFile }))
  return secured.href
}

const open = (databaseUrl: string) =>
  openDatabase({ databaseUrl, dataDir: '/nonexistent', log: silentLogger, poolSize: 2 })

test('a database with the right certificate is used over TLS, also for live updates', async () => {
  const { url, caFile } = await startWithCertificate('localhost')
  const { pool, close } = await open(withTls(url, caFile))
  onTestFinished(close)
  const pubsub = openPubSub(withTls(url, caFile), silentLogger)
  onTestFinished(() => pubsub.close())
  await pubsub.subscribe(['topic'], () => undefined)
  const { rows } = await pool.query(
    `select application_name as name, ssl, version from pg_stat_ssl join pg_stat_activity using (pid)
     where usename = current_user and application_name like 'kutu%' order by 1`,
  )
  expect(rows).toMatchObject([
    { name: 'kutu', ssl: true, version: 'TLSv1.3' },
    { name: 'kutu pubsub', ssl: true, version: 'TLSv1.3' },
  ])
})

test('a certificate of another authority, or for another name, is refused at once', async () => {
  const { url } = await startWithCertificate('localhost')
  await expect(open(withTls(url, createCertificateAuthority().caFile))).rejects.toThrow(/cannot be used: .*certificate/)
  const elsewhere = await startWithCertificate('db.example.org')
  await expect(open(withTls(elsewhere.url, elsewhere.caFile))).rejects.toThrow(/cannot be used: .*altnames/)
})

test('a database without TLS is refused at once if DATABASE_URL demands it', async () => {
  const dataDir = createDataFolder({ template })
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  onTestFinished(() => embedded.stop())
  const { caFile } = createCertificateAuthority()
  await expect(open(withTls(new URL(embedded.url), caFile))).rejects.toThrow('does not support SSL')
})
