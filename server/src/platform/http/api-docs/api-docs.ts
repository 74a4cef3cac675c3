import { contract } from '@kutu/contract/contract'
import { callsOf, commonErrors, type Endpoint, errorCodes } from '@kutu/contract/endpoint'
import { type ErrorCode, errorStatus } from '@kutu/contract/errors'
import { describeAccess, openApiDocument } from '@kutu/contract/openapi'
import { describeLimits } from '@kutu/contract/rate-limits'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../../../config.ts'

/**
 * Serves /api/openapi.json and an HTML page of it at /api/docs that works without scripts. The viewers on npm need
 * inline styles, which our content security policy forbids, or send telemetry.
 */
export function registerApiDocs(server: FastifyInstance, config: Config): void {
  // Made on the first request: both take a quarter of the server's start.
  const getDocument = once(() => openApiDocument(config.publicUrl))
  const getPage = once(renderPage)
  for (const url of ['/api/openapi.json', '/api/openapi.json/']) server.get(url, async () => getDocument())
  for (const url of ['/api/docs', '/api/docs/'])
    server.get(url, async (_request, reply) => reply.type('text/html; charset=utf-8').send(getPage()))
  server.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(style))
}

function once<T extends object | string>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function renderPage(): string {
  const features = Object.entries(contract).map(
    ([feature, endpoints]) =>
      `<section id="${feature}"><h2>${feature}</h2>${Object.values<Endpoint>(endpoints).map(renderEndpoint).join('')}</section>`,
  )
  const contents = Object.keys(contract).map(feature => `<li><a href="#${feature}">${feature}</a></li>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kutu API</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>Kutu API</h1><p>The same in machine form: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).
A trailing slash is optional. Every error has the form <code>{ status, error, message, errors }</code>.</p>
<p>Errors of every call: ${renderErrors(commonErrors)}</p>
<nav><ul>${contents.join('')}</ul></nav>${features.join('')}</main></body></html>`
}

function renderEndpoint(endpoint: Endpoint): string {
  const calls = callsOf(endpoint).map(({ method, path }) => `<b>${method}</b> <code>${path}</code>`)
  const errors = renderErrors(errorCodes(endpoint))
  return `<article><h3>${calls.join(', also ')}</h3>
<p>${escapeHtml(endpoint.summary)}. For: ${describeAccess(endpoint)}.</p><p>${escapeHtml(describeLimits(endpoint))}</p>
${renderSchema('Query', endpoint.query, 'input')}${renderSchema('Body', endpoint.body, 'input')}
${endpoint.files ? `<p>Multipart: ${endpoint.files.min} to ${endpoint.files.max} files in <code>${endpoint.files.field}</code>.</p>` : ''}
${renderSchema(`Answers ${endpoint.status}`, endpoint.status === 204 ? undefined : endpoint.reply, 'output')}
${errors ? `<p>Refusals: ${errors}</p>` : ''}</article>`
}

const renderErrors = (codes: readonly ErrorCode[]) =>
  codes.map(code => `<code>${errorStatus[code]} ${code}</code>`).join(' ')

function renderSchema(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return ''
  const { $schema, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return `<details><summary>${title}</summary><pre>${escapeHtml(JSON.stringify(shape, null, 2))}</pre></details>`
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const style = `body{font:17px/1.5 system-ui,sans-serif;color:#14211a;background:#fbfbf8;margin:0}
main{max-width:960px;margin:0 auto;padding:16px}article{border:1px solid #c9d1cb;border-radius:12px;padding:8px 16px;margin:16px 0}
pre{overflow:auto;background:#fff;border:1px solid #c9d1cb;border-radius:8px;padding:8px;font-size:14px}a{color:#14532d}
h3{margin:8px 0}summary{cursor:pointer;min-height:32px}`
