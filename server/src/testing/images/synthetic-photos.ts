import sharp, { type Sharp } from 'sharp'
import { drawLeaf as drawDemoLeaf, type LeafOptions } from '../../features/demo/draw-leaf.ts'
import type { TestResponse, TestServer } from '../server/test-server.ts'

/** Draws a synthetic leaf, so that tests need no photo files. */
export const drawLeaf = (options?: LeafOptions): Sharp => drawDemoLeaf(options)

/** Draws a blue wall without any leaf. */
export const drawWall = (): Sharp =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: { r: 30, g: 90, b: 200 } } })

type UploadOptions = {
  endpoint?: 'rust' | 'leaf'
  filename?: string
  fields?: Record<string, string>
  headers?: Record<string, string>
}

/** Uploads a photo like the web app. */
export function uploadPhoto(
  server: TestServer,
  token: string | undefined,
  bytes: Uint8Array,
  options: UploadOptions = {},
): Promise<TestResponse> {
  const { endpoint = 'rust', filename = 'photo.jpg', fields = {}, headers = {} } = options
  return server.request(`POST /analysis/${endpoint}-detection/`, {
    token,
    headers,
    form: [
      ...Object.entries(fields).map(([name, value]) => ({ name, value })),
      { name: 'image', value: new Blob([new Uint8Array(bytes)]), filename },
    ],
  })
}

/** Fetches a link of a reply. */
export async function fetchLink(server: TestServer, link: string): Promise<Response> {
  return fetch(new URL(link, server.url))
}
