import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApprovedPost, createComment, sendHeldMessagesNow } from '../../testing/features/community.ts'
import { drawLeaf, uploadPhoto } from '../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

const [publicUrl, appUrl] = ['https://api.example.org', 'https://app.example.org']
let server: TestServer
let amina: TestUser
let okello: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto', publicUrl, linkBase: publicUrl, appUrl })
  amina = await signUpFarmer(server)
  okello = await signUpExpert(server)
})
afterAll(() => server.close())

it('links in emails start with APP_URL', async () => {
  const post = await createApprovedPost(server, amina, okello)
  await createComment(server, okello, post.id)
  await server.request('POST /api/auth/forgot-password/', { body: { email: amina.email } })
  await sendHeldMessagesNow(server)
  const links = (await server.emailsTo(amina.email)).map(({ text }) => /https?:\/\/[^/\s]+/.exec(text ?? '')?.[0])
  expect(links).toEqual([appUrl, appUrl, appUrl, appUrl])
})

it('files and the API stay at PUBLIC_URL, and the pages of the app may show its photos', async () => {
  const { body } = await uploadPhoto(server, amina.token, await drawLeaf({ spots: true }).jpeg().toBuffer())
  expect(new URL(body.image).origin).toBe(publicUrl)
  const { body: document, headers } = await server.request('GET /api/openapi.json')
  expect(document.servers).toEqual([{ url: publicUrl }])
  const policy = headers.get('content-security-policy')?.split(';')
  expect(policy).toContain(`img-src 'self' blob: data: ${publicUrl}`)
  expect(policy).toContain("default-src 'self'")
})
