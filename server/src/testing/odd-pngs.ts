import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([bigEndian(data.length), named, bigEndian(crc32(named))])
}

function bigEndian(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => {
    bytes.writeUInt32BE(value, i * 4)
  })
  return bytes
}

/** 30000 x 30000 black pixels of one bit each, in some hundred kilobytes. */
export function pngBomb(side = 30_000): Buffer {
  const header = Buffer.concat([bigEndian(side, side), Buffer.from([1, 0, 0, 0, 0])])
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** The same picture as two frames of an endless animation. */
export function animatedPng(png: Buffer): Buffer {
  const parts: { type: string; data: Buffer }[] = []
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    parts.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  const header = parts[0]?.data ?? Buffer.alloc(13)
  const pixels = Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const frame = (sequence: number) =>
    chunk(
      'fcTL',
      Buffer.concat([bigEndian(sequence), header.subarray(0, 8), bigEndian(0, 0), Buffer.from([0, 1, 0, 10, 0, 0])]),
    )
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('acTL', bigEndian(2, 0)),
    frame(0),
    chunk('IDAT', pixels),
    frame(1),
    chunk('fdAT', Buffer.concat([bigEndian(2), pixels])),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
