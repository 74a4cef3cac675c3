import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

type Certificate = { cert: string; key: string }

/** Creates a certificate authority with `openssl` in a temporary folder that the end of the test deletes. */
export function createCertificateAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'kutu-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Kutu test', '-days', '2')
  /** Issues a certificate for a DNS name. */
  const issue = (name: string): Certificate => {
    openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    writeFileSync(join(folder, `${name}.ext`), `subjectAltName=DNS:${name}\n`)
    const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
    openssl('x509', '-req', '-in', `${name}.csr`, ...signer, '-extfile', `${name}.ext`, '-out', `${name}.pem`)
    const read = (extension: string) => readFileSync(join(folder, `${name}.${extension}`), 'utf8')
    return { cert: read('pem'), key: read('key') }
  }
  return { caFile: join(folder, 'ca.pem'), issue }
}
