import type { Random } from '../random.ts'

/** A valid JPEG of 8 x 8 pixels, about 300 bytes; with random bytes at its end, or damaged in one case of five. */
export function createTinyPhoto(random: Random): Uint8Array<ArrayBuffer> {
  const photo = Buffer.from(tinyJpeg, 'base64')
  const suffix = Buffer.from(Array.from({ length: 8 }, () => random.integer(0, 255)))
  const bytes = Buffer.concat([photo, suffix])
  if (random.chance(0.2)) bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255)
  return new Uint8Array(random.chance(0.05) ? bytes.subarray(0, random.integer(0, bytes.length)) : bytes)
}

const tinyJpeg =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCMAJPf/9k='
