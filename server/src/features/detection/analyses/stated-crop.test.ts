import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let leaf: Buffer
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
  leaf = await drawLeaf({ spots: true }).jpeg().toBuffer()
})
afterAll(() => server.close())

const upload = async (crop_type?: string) => {
  const { body } = await uploadPhoto(
    server,
    grace.token,
    leaf,
    crop_type === undefined ? {} : { fields: { crop_type } },
  )
  return body
}

describe('the crop that the farmer states', () => {
  it('is evidence, so that the same photo is diagnosed once for each crop', async () => {
    const unknown = await upload()
    const answers = [await upload('BEANS'), await upload('RICE')]
    expect(answers.map(({ crop }) => crop)).toEqual(['beans', 'rice'])
    expect(new Set([unknown, ...answers].map(({ confidence }) => confidence)).size).toBe(3)
    expect((await upload('RICE')).confidence).toBe(answers[1].confidence)
    expect((await upload()).confidence).toBe(unknown.confidence)
  })

  it('does not change the model’s own estimate of it', async () => {
    const { crop_estimate } = await upload()
    expect((await upload('WHEAT')).crop_estimate).toEqual(crop_estimate)
  })

  it('hands over to a person when it is another crop', async () => {
    const { band, verdict, crop, disease, feedback } = await upload('OTHER')
    expect({ band, verdict, crop, disease }).toEqual({
      band: 'unfamiliar',
      verdict: 'uncertain',
      crop: 'other',
      disease: null,
    })
    expect(feedback.message).toBe('Kutu does not know this crop yet. Ask an expert.')
    expect(feedback.spray).toEqual([])
  })
})
