import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { JsonSchema } from './schema-values.ts'

export type Access =
  | 'anyone'
  | 'user'
  | 'farmer'
  | 'expert'
  | 'approved expert'
  | 'farmer or expert'
  | 'expert or admin'
  | 'approved expert or admin'
  | 'admin'
export type MediaType = { schema: JsonSchema }
export type Parameter = { name: string; in: 'path' | 'query'; required?: boolean; schema: JsonSchema }
/** One method and path of the OpenAPI document. */
export type Operation = {
  id: string
  /** `METHOD path`. */
  name: string
  method: string
  path: string
  access: Access
  parameters: Parameter[]
  requestTypes: Record<string, MediaType>
  responses: Record<string, { content?: Record<string, MediaType> }>
}
type OpenApiOperation = {
  operationId: string
  description: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, MediaType> }
  responses: Operation['responses']
}
export type OpenApi = { paths: Record<string, Record<string, OpenApiOperation>> }

export function listOperations({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, description, parameters = [], requestBody, responses }]) => ({
      id: operationId,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      access: /^For: (.+)\.$/.exec(description)?.[1] as Access,
      parameters,
      requestTypes: requestBody?.content ?? {},
      responses,
    })),
  )
}

/** Returns what is wrong with a reply, or undefined if it is valid. */
export type Validate = (reply: unknown) => string | undefined

/** Returns one validator for each operation and documented JSON reply, by `METHOD path status`. */
export function compileValidators(document: OpenApi, operations: readonly Operation[]): Map<string, Validate> {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const pointerPart = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
  const validators = new Map<string, Validate>()
  for (const { name, method, path, responses } of operations)
    for (const [status, { content }] of Object.entries(responses)) {
      if (!content?.['application/json']) continue
      const parts = ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema']
      const validate = ajv.compile({ $ref: `openapi#/${parts.map(pointerPart).join('/')}` })
      validators.set(`${name} ${status}`, reply => (validate(reply) ? undefined : ajv.errorsText(validate.errors)))
    }
  return validators
}
