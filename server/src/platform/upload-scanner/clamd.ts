import { connect } from 'node:net'

/** Where clamd listens. */
export type ClamdAddress = { host: string; port: number } | { path: string }

/** clamd did not answer, or could not scan. */
export class ScannerUnavailableError extends Error {}

/** Bytes of a chunk. clamd accepts chunks of any length up to its StreamMaxLength. */
const chunkLength = 64 * 1024

/** A reply is one line. */
const maxReplyLength = 4096

/**
 * Scans bytes with clamd over its INSTREAM command (man 8 clamd) and returns the name of the malware, or undefined if it
 * found none.
 *
 * The protocol is one command and one line of reply, so there is no library between: `clamscan`, the most common one, is
 * eight times as long as this file, had its last release in 2024, and also runs programs and scans folders.
 * @throws ScannerUnavailableError when clamd does not answer within the time, closes early or reports an error
 */
export function scanWithClamd(address: ClamdAddress, bytes: Buffer, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    let reply = ''
    const fail = (reason: string) => {
      clearTimeout(timer)
      socket.destroy()
      reject(new ScannerUnavailableError(reason))
    }
    const timer = setTimeout(() => fail(`no answer within ${timeoutMs / 1000} seconds`), timeoutMs)
    socket.setEncoding('utf8')
    socket.once('connect', () => {
      socket.write('zINSTREAM\0')
      for (let start = 0; start < bytes.length; start += chunkLength) {
        const chunk = bytes.subarray(start, start + chunkLength)
        socket.write(bigEndian(chunk.length))
        socket.write(chunk)
      }
      socket.write(bigEndian(0))
    })
    socket.on('data', (text: string) => {
      reply += text
      const end = reply.indexOf('\0')
      if (end < 0 && reply.length > maxReplyLength) return fail('the reply is too long')
      if (end < 0) return
      const line = reply.slice(0, end)
      const found = /^stream: (.+) FOUND$/.exec(line)
      if (!found && line !== 'stream: OK') return fail(line)
      clearTimeout(timer)
      socket.destroy()
      resolve(found?.[1])
    })
    socket.on('error', error => fail(error.message))
    socket.on('close', () => fail('the connection was closed without a reply'))
  })
}

function bigEndian(length: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(length)
  return bytes
}
