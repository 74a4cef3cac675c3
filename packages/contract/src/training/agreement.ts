import { z } from 'zod'

/**
 * Agreement of an expert's labels with others about the same photos: Cohen's kappa with its 95 % interval (1 always agrees, 0 as
 * often as chance), and the share of equal labels.
 */
export const agreement = z.object({
  kappa: z.number(),
  low: z.number(),
  high: z.number(),
  share: z.number().min(0).max(1),
  photos: z.number().int(),
})
export type Agreement = z.infer<typeof agreement>

/** Agreement with other experts who labeled the same photos, and with control photos; null while it is not known. */
export const agreements = z.object({ experts: agreement.nullable(), controls: agreement.nullable() })
export type Agreements = z.infer<typeof agreements>

/** How much an expert's label counts: 1, 0.5 while other experts often disagree, 0 with too many wrong control photos. */
export const voteWeight = z.union([z.literal(0), z.literal(0.5), z.literal(1)])
export type VoteWeight = z.infer<typeof voteWeight>
