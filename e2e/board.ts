import { callAs, type Person } from './people.ts'

type Words = { title: string } & Partial<
  Record<'content' | 'crop_type' | 'disease_type' | 'urgency_level' | 'image' | 'rust_detection', string>
>
type Asked = { id: string; version: number }

/** A farmer's post, pending. */
export async function ask(farmer: Person, words: Words): Promise<Asked> {
  const post = {
    content: 'It began after the rain.',
    crop_type: 'MAIZE',
    disease_type: 'common_rust',
    urgency_level: 'medium',
    ...words,
  }
  return (await callAs(farmer, 'POST', '/api/community/posts/', post)) as Asked
}

type Decision = { action: 'approve' | 'unflag' } | { action: 'flag'; reason: string }

/** An expert's word on a post. */
export const moderate = (expert: Person, postId: string, decision: Decision): Promise<unknown> =>
  callAs(expert, 'PUT', `/api/community/posts/moderate/${postId}/`, decision)
