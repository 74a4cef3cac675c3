import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'

const logo = readFileSync(new URL('../src/ui/media/logo.svg', import.meta.url), 'utf8')
const background = '#FBFBF8'

/**
 * Renders the logo on its background. `scale` is the share of the width it takes: a maskable icon may lose its outer
 * fifth.
 */
async function png(size: number, scale: number): Promise<Buffer> {
  const innerSize = Math.round(size * scale)
  const logoPng = await sharp(Buffer.from(logo), { density: (72 * innerSize) / 48 })
    .resize(innerSize, innerSize)
    .png()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 4, background: background } })
    .composite([{ input: logoPng, gravity: 'centre' }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** Returns an ICO file that holds one PNG, for browsers that request /favicon.ico. */
async function ico(size: number): Promise<Buffer> {
  const image = await png(size, 0.78)
  const header = Buffer.alloc(22)
  const [iconType, imageCount, planes, bits] = [1, 1, 1, 32]
  header.writeUInt16LE(iconType, 2)
  header.writeUInt16LE(imageCount, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(planes, 10)
  header.writeUInt16LE(bits, 12)
  header.writeUInt32LE(image.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, image])
}

const iconFiles: Record<string, () => Promise<Buffer | string>> = {
  'favicon.ico': () => ico(32),
  'icons/mark.svg': async () => logo,
  'icons/180.png': () => png(180, 0.78),
  'icons/192.png': () => png(192, 0.78),
  'icons/512.png': () => png(512, 0.78),
  'icons/maskable-512.png': () => png(512, 0.56),
}

const types: Record<string, string> = { '.svg': 'image/svg+xml', '.ico': 'image/x-icon' }

/** Renders the app icons from the one SVG logo, so that the repository holds no generated images. */
export function icons(): Plugin {
  return {
    name: 'kutu-icons',
    async generateBundle() {
      for (const [fileName, make] of Object.entries(iconFiles)) {
        this.emitFile({ type: 'asset', fileName, source: await make() })
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const make = iconFiles[(request.url ?? '').slice(1)]
        if (!make) return next()
        make().then(body => {
          response.setHeader('content-type', types[extname(request.url ?? '')] ?? 'image/png')
          response.end(body)
        }, next)
      })
    },
  }
}
