import type { Post, PostResponse } from '@kutu/contract/community/community'

/** Builds a pending post for tests. */
export const buildPost = (overrides: Partial<Post> = {}): Post => ({
  id: '7',
  title: 'Orange dots on maize',
  content: 'They came after the rain.',
  image: null,
  disease_type: 'common_rust',
  crop_type: 'MAIZE',
  urgency_level: 'high',
  rust_detection: null,
  rust_result: null,
  farmer: { id: 'grace', username: 'grace' },
  created_at: '2026-11-21T06:12:00Z',
  edited_at: null,
  status: 'pending',
  is_flagged: false,
  is_approved: false,
  flag_reason: null,
  version: 1,
  farmer_comments: [],
  expert_comments: [],
  farmer_comment_count: 0,
  expert_comment_count: 0,
  ...overrides,
})

/** Builds a pending comment of a farmer for tests. */
export const buildResponse = (overrides: Partial<PostResponse> = {}): PostResponse => ({
  id: '1',
  post_id: '7',
  content: 'Try a resistant variety.',
  created_at: '2026-11-21T07:00:00Z',
  author: { id: 'musa', username: 'musa', role: 'farmer' },
  status: 'pending',
  is_approved: false,
  is_flagged: false,
  is_endorsed: false,
  flag_reason: null,
  reply_to: null,
  edited_at: null,
  ...overrides,
})
