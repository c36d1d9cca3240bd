/** An OpenAPI 3.1 document of every API call, generated from the schemas that validate the requests. */

import { z } from 'zod'
import { api, rootCalls, STALE_HEADER, TOKEN_HEADER } from '../../contract/api.ts'
import type { Call } from '../../contract/call.ts'
import type { CallSchema } from '../../contract/call-schema.ts'
import { type RefusalCode, refusalStatus, refusalText, refuse } from '../../contract/refusals.ts'
import {
  type CallName,
  callSchemas,
  commonRefusals,
  type RootCallName,
  rootCallSchemas,
  views,
} from '../../contract/schemas.ts'
import { expectDefined } from '../../engine/assert.ts'

type Json = Readonly<Record<string, unknown>>
type DescribedCall = {
  readonly name: string
  readonly call: Call<never, unknown>
  /** The root calls are served outside of the routes that limit and authenticate. */
  readonly canRefuse: boolean
  readonly schema: CallSchema
}

const CALLS: readonly DescribedCall[] = [
  ...(Object.keys(api) as CallName[]).map((name) => ({
    name,
    call: api[name],
    canRefuse: true,
    schema: callSchemas[name],
  })),
  ...(Object.keys(rootCalls) as RootCallName[]).map((name) => ({
    name,
    call: rootCalls[name],
    canRefuse: false,
    schema: rootCallSchemas[name],
  })),
]

/** Schemas of the `:name` path parameters. */
const PATH_PARAMETERS: Json = {
  id: { type: 'integer', minimum: 1 },
  uuid: { type: 'string', format: 'uuid' },
  seq: { type: 'integer', minimum: 1 },
  session: { type: 'string', format: 'uuid' },
}

const COMPONENT = '#/components/schemas/'

export function openApiDocument(title: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const each of CALLS) {
    const path = each.call.base + each.call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [each.call.method.toLowerCase()]: operation(each) }
  }
  return {
    openapi: '3.1.1',
    info: { title, version: '1', description: ABOUT },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: components(), securitySchemes: SECURITY },
  }
}

const ABOUT =
  'Amounts and prices are decimal strings. A trailing slash in a path makes no difference. An error has an ' +
  'HTTP status of 400 or above and a body with `detail` and, mostly, `code` and the `params` of its text.'

const SECURITY: Json = {
  [TOKEN_HEADER]: { type: 'apiKey', in: 'header', name: TOKEN_HEADER, description: '`Bearer {access token}`' },
  authorization: { type: 'http', scheme: 'bearer' },
}

const SIGNED_IN = Object.keys(SECURITY).map((name) => ({ [name]: [] }))

function operation({ name, call, canRefuse, schema }: DescribedCall): Json {
  const hasBody = call.method === 'POST'
  return {
    operationId: name,
    summary: schema.summary,
    security: call.access === 'bearer' ? SIGNED_IN : [],
    parameters: [...pathParameters(call.path), ...(hasBody ? [] : queryParameters(schema.input))],
    ...(hasBody && { requestBody: requestBody(schema.input) }),
    responses: { ...replies(schema), ...(canRefuse && refusals(call, schema)) },
  }
}

const pathParameters = (path: string): Json[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: expectDefined(PATH_PARAMETERS[name], `:${name} has a schema`),
  }))

/** Parameters with a default are optional. */
function queryParameters(query: z.ZodObject): Json[] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'output' })
  const { required = [] } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function requestBody(body: z.ZodObject): Json {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(body, { io: 'input' })
  return { required: schema.required !== undefined, content: { 'application/json': { schema } } }
}

const response = (description: string, schema: unknown): Json => ({
  description,
  content: { 'application/json': { schema } },
})

const STALE: Json = {
  [STALE_HEADER]: {
    description: 'Whether the data may be out of date, because nothing can be committed now',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
}

const replies = ({ reply, statuses = [200], mayBeStale }: CallSchema): Json =>
  Object.fromEntries(
    statuses.map((status) => {
      const sent = response(status < 300 ? 'OK' : 'Unavailable', replySchema(reply))
      return [status, mayBeStale ? { ...sent, headers: STALE } : sent]
    }),
  )

const ERROR: Json = { $ref: `${COMPONENT}ErrorBody` }
const RETRY: Json = { 'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' } } }

/** Refusals by status, with their texts. Errors before the handler are the default. */
function refusals(call: Call<never, unknown>, { refusals: refuses = [] }: CallSchema): Json {
  const codes = [...new Set([...commonRefusals(call), ...refuses])]
  const byStatus = Object.groupBy(codes, (code) => refusalStatus(code))
  const byStatusText = Object.entries(byStatus).map(([status, codes = []]) => {
    const refusal = response(codes.map(describe).join('\n'), ERROR)
    return [status, status === '429' || status === '503' ? { ...refusal, headers: RETRY } : refusal]
  })
  return {
    ...Object.fromEntries(byStatusText),
    default: response('Invalid JSON, a body that is too large, or an internal error', ERROR),
  }
}

/** The text of a refusal, with the names of its params as placeholders. */
function describe(code: RefusalCode): string {
  const params = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  return `\`${code}\`: ${refusalText(refuse(code, params))}`
}

const registry = z.registry<{ id: string }>()
for (const [id, view] of Object.entries(views)) registry.add(view, { id })

/** References the component of a named view, or of the elements of a list. */
function replySchema(gives: z.ZodType): Json {
  const id = registry.get(gives)?.id
  if (id !== undefined) return { $ref: COMPONENT + id }
  if (gives instanceof z.ZodArray) return { type: 'array', items: replySchema(gives.element as z.ZodType) }
  throw new Error('a reply must be a named view, or a list of one')
}

function components(): Json {
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: (id) => COMPONENT + id })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]))
}
