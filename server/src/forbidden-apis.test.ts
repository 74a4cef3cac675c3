import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the lines of the product's sources that match an extended regular expression, without tests. */
function findLines(pattern: string): string[] {
  const sources = ['server/src', 'web/src', 'packages/*/src'].flatMap(folder => [`${folder}/*.ts`, `${folder}/*.tsx`])
  // The watch over our own certificate also reads one that has expired; it sends nothing.
  const others = [':!*.test.ts', ':!*.test.tsx', ':!*/testing/*', ':!*/certificate-status*']
  try {
    const command = ['grep', '-nE', pattern, '--', ...sources, ...others]
    return execFileSync('git', command, { cwd: root, encoding: 'utf8' }).trim().split('\n')
  } catch (error) {
    // git grep exits with 1 when nothing matches.
    if (error instanceof Error && 'status' in error && error.status === 1) return []
    throw error
  }
}

it.each([
  ['run code from text', String.raw`\beval\(|new Function\(|setTimeout\(['"\`]|node:vm`],
  ['insert HTML as text', 'dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\\.write'],
  ['start a program through a shell', String.raw`\bexec\(['"\`]|execSync\(|shell: *true`],
  [
    'use a broken hash or cipher',
    String.raw`create(Hash|Hmac)\(['"](md5|sha1)|createCipher\(|-ecb|-cbc|['"](des|rc4)-`,
  ],
  ['draw secrets from a weak random number generator', String.raw`Math\.random\(.*(token|secret|code|password|key)`],
  ['disable the check of certificates', 'rejectUnauthorized: *false|NODE_TLS_REJECT_UNAUTHORIZED'],
  ['read messages of other windows', String.raw`window\.(addEventListener\(['"]message|onmessage)`],
])('no source may %s', (_, pattern) => {
  expect(findLines(pattern)).toEqual([])
})

it('finds what it looks for', () => {
  expect(findLines(String.raw`createHash\('sha256'`).length).toBeGreaterThan(0)
})
