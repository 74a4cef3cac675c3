import { z } from 'zod'

export const versionParams = z.object({ version: z.string().max(60) })
