import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const state = z.object({ status: z.string() })

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    who: 'anyone',
    summary: 'The process listens',
    status: 200,
    reply: state,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    who: 'anyone',
    summary: 'Database, files and model answer',
    status: 200,
    reply: state.extend({ checks: z.record(z.string(), z.boolean()) }),
    errors: ['not_ready'],
  }),
}
