import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const statusReply = z.object({ status: z.string() })

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'anyone',
    isProbe: true,
    summary: 'Liveness: the process is running',
    reply: statusReply,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    access: 'anyone',
    isProbe: true,
    summary:
      'Readiness: database, file storage and model work. If one does not, `errors` of the 503 names it in `field`: database, files or model',
    reply: statusReply.extend({ checks: z.record(z.string(), z.boolean()) }),
    errors: ['not_ready'],
  }),
}
