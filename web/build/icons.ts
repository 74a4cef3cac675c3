import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const mark = readFileSync(new URL('../src/ui/mark.svg', import.meta.url), 'utf8')
const ground = '#FBFBF8'

/** The mark on its ground; `share` is how much of the width it takes (a maskable icon may lose its outer fifth). */
async function png(size: number, share: number): Promise<Buffer> {
  const inner = Math.round(size * share)
  const drawn = await sharp(Buffer.from(mark), { density: (72 * inner) / 48 })
    .resize(inner, inner)
    .png()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** What browsers ask for by themselves where no page names an icon: a PNG in the envelope of an ICO file. */
async function ico(size: number): Promise<Buffer> {
  const picture = await png(size, 0.78)
  const envelope = Buffer.alloc(22)
  const [isIcon, pictures, planes, bits] = [1, 1, 1, 32]
  envelope.writeUInt16LE(isIcon, 2)
  envelope.writeUInt16LE(pictures, 4)
  envelope.writeUInt8(size, 6)
  envelope.writeUInt8(size, 7)
  envelope.writeUInt16LE(planes, 10)
  envelope.writeUInt16LE(bits, 12)
  envelope.writeUInt32LE(picture.length, 14)
  envelope.writeUInt32LE(envelope.length, 18)
  return Buffer.concat([envelope, picture])
}

const made: Record<string, () => Promise<Buffer | string>> = {
  'favicon.ico': () => ico(32),
  'icons/mark.svg': async () => mark,
  'icons/180.png': () => png(180, 0.78),
  'icons/192.png': () => png(192, 0.78),
  'icons/512.png': () => png(512, 0.78),
  'icons/maskable-512.png': () => png(512, 0.56),
}

const types: Record<string, string> = { '.svg': 'image/svg+xml', '.ico': 'image/x-icon' }

/** Draws the app's icons from the one SVG mark, so that no picture file lies in the repository. */
export function icons(): Plugin {
  return {
    name: 'kutu-icons',
    async generateBundle() {
      for (const [fileName, make] of Object.entries(made)) {
        this.emitFile({ type: 'asset', fileName, source: await make() })
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const make = made[(request.url ?? '').slice(1)]
        if (!make) return next()
        make().then(body => {
          response.setHeader('content-type', types[extname(request.url ?? '')] ?? 'image/png')
          response.end(body)
        }, next)
      })
    },
  }
}
