import { z } from 'zod'
import { id } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** A leaf photo of a farmer in an article. */
const guidePhoto = z.object({
  id,
  /** A signed URL; `size=small` gives a smaller picture. */
  image: z.string(),
  /** Where the leaf grew, or null when the farmer named no district. */
  district: z.object({ name: z.string(), country: z.string() }).nullable(),
  /** The month in which the photo was sent, such as `2026-11`. */
  month: z.string(),
})
export type GuidePhoto = z.infer<typeof guidePhoto>

const consent = z.object({ is_given: z.boolean() })

/** Farmers' photos in the articles: whose sender allowed it and on which two experts agreed. */
export const guidePhotos = {
  listGuidePhotos: endpoint({
    method: 'GET',
    path: '/api/learn/{card}/photos/',
    access: 'anyone',
    summary:
      'List the three sharpest farmers’ photos for an article; none for a disease that experts do not tell apart',
    params: z.object({ card: z.string().max(60) }),
    reply: z.object({ results: z.array(guidePhoto).max(3) }),
  }),
  removeGuidePhoto: endpoint({
    method: 'DELETE',
    path: '/api/learn/photos/{id}/',
    access: 'approved expert or admin',
    summary: 'Remove a photo from the articles for good',
  }),
  showPhotoConsent: endpoint({
    method: 'GET',
    path: '/api/account/photo-consent/',
    access: 'farmer',
    summary:
      'Get whether the caller’s leaf photos may be shown: in articles, to experts with a warning, and to experts who answer',
    reply: consent,
  }),
  setPhotoConsent: endpoint({
    method: 'PUT',
    path: '/api/account/photo-consent/',
    access: 'farmer',
    summary: 'Allow that the caller’s leaf photos are shown, or withdraw it, which removes them',
    body: consent,
    reply: consent,
  }),
}
