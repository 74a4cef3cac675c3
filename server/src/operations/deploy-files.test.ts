import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { environmentSchema, readConfig } from '../config.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const readText = (path: string) => readFileSync(join(root, path), 'utf8')

const service = z.object({
  image: z.string().optional(),
  build: z.string().optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
})
const composeText = readText('compose.yml')
const { services } = z.object({ services: z.record(z.string(), service) }).parse(parse(composeText, { merge: true }))
const values: Partial<Record<string, string>> = {
  KUTU_OWNER_PASSWORD: 'owner',
  KUTU_SERVER_PASSWORD: 'server',
  TOKEN_SECRET: 'a token secret for tests, 32 chars',
  URL_SECRET: 'a url secret for tests, 32 chars...',
  KUTU_DOMAIN: 'kutu.example.org',
}
/** Replaces variables like Docker Compose. */
const interpolate = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (_, name: string, fallback = '') => values[name] ?? fallback)
const configOf = (name: string) => {
  const environment = services[name]?.environment ?? {}
  return readConfig(
    Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, interpolate(value)])),
    'production',
    { loadSecret: () => '' },
  )
}
const ownServices = Object.entries(services).filter(([, { build }]) => build)

describe('compose.yml', () => {
  it('publishes only the ports of the proxy', () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) => (ports.length > 0 ? [name] : []))
    expect(published).toEqual(['caddy'])
    expect(services.caddy?.ports).toContain('443:443')
  })

  it('gives the servers an https address, the proxy to trust, and a database role that is not the owner', () => {
    for (const name of ['web', 'worker']) {
      const config = configOf(name)
      expect(config.publicUrl).toBe('https://kutu.example.org')
      expect(config.trustedProxies).toBe(1)
      expect(new URL(config.databaseUrl ?? '').username).toBe('kutu_server')
      expect(config.databaseMigrationUrl).toBeUndefined()
    }
    expect(new URL(configOf('migrate').databaseMigrationUrl ?? '').username).toBe('kutu_owner')
    expect(services.db?.environment.POSTGRES_USER).toBeUndefined()
  })

  it('passes only variables that exist', () => {
    for (const [, { environment }] of ownServices)
      for (const name of Object.keys(environment)) expect(Object.keys(environmentSchema.shape)).toContain(name)
  })

  it('runs the servers without capabilities on a read-only root file system', () => {
    expect(ownServices.map(([name]) => name)).toEqual(['web', 'worker', 'migrate'])
    for (const [name, { read_only, cap_drop }] of ownServices)
      expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']])
  })

  it('is documented with commands that the image has, which has no npm', () => {
    const documents = ['README.md', 'docs/install.md', 'docs/operate.md'].map(readText).join('\n')
    const commands = [...documents.matchAll(/docker compose exec (?:--\S+ )*(web|worker) (\S+)/g)]
    expect(commands.length).toBeGreaterThan(1)
    expect(commands.map(([, , command]) => command).filter(command => command !== 'kutu')).toEqual([])
  })

  it('mounts files that exist', () => {
    const files = Object.values(services).flatMap(({ volumes }) =>
      volumes.flatMap(volume => (volume.startsWith('./') ? [volume.split(':')[0] ?? ''] : [])),
    )
    expect(files).toHaveLength(2)
    for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
  })
})
