import { inflateRawSync } from 'node:zlib'

const endOfCentralDirectorySignature = 0x06054b50
const centralHeaderSignature = 0x02014b50

/** Returns the files of a zip by its central directory. It is independent of the library that writes zips. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const endRecordOffset = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (endRecordOffset < 0 || zip.readUInt32LE(endRecordOffset) !== endOfCentralDirectorySignature)
    throw new Error('not a zip')
  const files = new Map<string, Buffer>()
  let position = zip.readUInt32LE(endRecordOffset + 16)
  for (let remaining = zip.readUInt16LE(endRecordOffset + 10); remaining > 0; remaining--) {
    if (zip.readUInt32LE(position) !== centralHeaderSignature)
      throw new Error('the central directory of the zip is malformed')
    const [method, compressedSize, size] = [
      zip.readUInt16LE(position + 10),
      zip.readUInt32LE(position + 20),
      zip.readUInt32LE(position + 24),
    ]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset => zip.readUInt16LE(position + offset))
    const localHeaderOffset = zip.readUInt32LE(position + 42)
    const name = zip.toString('utf8', position + 46, position + 46 + (nameLength ?? 0))
    const data =
      localHeaderOffset + 30 + zip.readUInt16LE(localHeaderOffset + 26) + zip.readUInt16LE(localHeaderOffset + 28)
    const bytes = zip.subarray(data, data + compressedSize)
    const contents = method === 8 ? inflateRawSync(bytes) : bytes
    if (contents.length !== size) throw new Error(`${name} is truncated`)
    files.set(name, Buffer.from(contents))
    position += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return files
}
