/** Every call of the contract as an OpenAPI 3.1 document, made of the schemas by which requests are checked. */

import { z } from 'zod'
import { api, type Call, EXCHANGE_BASE, outside, TOKEN_HEADER } from '../../contract/api.ts'
import {
  anyCallRefuses,
  type CallName,
  type CallSchema,
  callSchemas,
  type OutsideName,
  outsideSchemas,
} from '../../contract/call-schemas.ts'
import { type RefusalCode, refusalStatus, refusalText } from '../../contract/refusals.ts'
import { views } from '../../contract/reply-schemas.ts'
import { known } from '../../engine/assert.ts'

type Json = Readonly<Record<string, unknown>>
type Described = {
  readonly name: string
  readonly call: Call<never, unknown>
  readonly base: string
  readonly schema: CallSchema
}

const CALLS: readonly Described[] = [
  ...(Object.keys(api) as CallName[]).map((name) => ({
    name,
    call: api[name],
    base: EXCHANGE_BASE,
    schema: callSchemas[name],
  })),
  ...(Object.keys(outside) as OutsideName[]).map((name) => ({
    name,
    call: outside[name],
    base: '',
    schema: outsideSchemas[name],
  })),
]

/** What the `:name` parts of paths are. */
const PARTS: Json = {
  id: { type: 'integer', minimum: 1 },
  uuid: { type: 'string', format: 'uuid' },
  session: { type: 'string', format: 'uuid' },
}

const COMPONENT = '#/components/schemas/'

export function openApiDocument(title: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const each of CALLS) {
    const path = each.base + each.call.path.replace(/:(\w+)/g, '{$1}')
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
  'Amounts and prices are decimal strings. A path is the same with and without a slash at its end. A no has an HTTP ' +
  'status above 399 and a body with `detail`, mostly `code`, and the `params` of its words.'

const SECURITY: Json = {
  [TOKEN_HEADER]: { type: 'apiKey', in: 'header', name: TOKEN_HEADER, description: '`Bearer {access token}`' },
  authorization: { type: 'http', scheme: 'bearer' },
}

const SIGNED_IN = Object.keys(SECURITY).map((name) => ({ [name]: [] }))

function operation({ name, call, base, schema }: Described): Json {
  const hasBody = call.method === 'POST'
  return {
    operationId: name,
    summary: schema.summary,
    security: call.access === 'bearer' ? SIGNED_IN : [],
    parameters: [...pathParameters(call.path), ...(hasBody ? [] : queryParameters(schema.takes))],
    ...(hasBody && { requestBody: requestBody(schema.takes) }),
    responses: { ...replies(schema), ...(base === EXCHANGE_BASE && refusals(call, schema)) },
  }
}

const pathParameters = (path: string): Json[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: known(PARTS[name], `it is said what :${name} is`),
  }))

/** What is read out of the text of a query, which may be left out where there is a default. */
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

const answer = (description: string, schema: unknown): Json => ({
  description,
  content: { 'application/json': { schema } },
})

const replies = ({ gives, statuses = [200] }: CallSchema): Json =>
  Object.fromEntries(statuses.map((status) => [status, answer(status < 300 ? 'Done' : 'Not now', replySchema(gives))]))

const ERROR: Json = { $ref: `${COMPONENT}ErrorBody` }
const RETRY: Json = { 'retry-after': { description: 'Seconds to wait', schema: { type: 'integer' } } }

/** By status: which refusals wear it, and in what words. What never reaches a handler is the default. */
function refusals(call: Call<never, unknown>, { refuses = [] }: CallSchema): Json {
  const codes = [...new Set([...anyCallRefuses(call), ...refuses])]
  const byStatus = Object.groupBy(codes, (code) => refusalStatus(code))
  const said = Object.entries(byStatus).map(([status, codes = []]) => {
    const no = answer(codes.map(describe).join('\n'), ERROR)
    return [status, status === '429' || status === '503' ? { ...no, headers: RETRY } : no]
  })
  return {
    ...Object.fromEntries(said),
    default: answer('No JSON, too much of it, or something wrong on our side', ERROR),
  }
}

/** A refusal's words with the names of its params where they would stand. */
function describe(code: RefusalCode): string {
  const params = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  return `\`${code}\`: ${refusalText({ code, params })}`
}

const registry = z.registry<{ id: string }>()
for (const [id, view] of Object.entries(views)) registry.add(view, { id })

/** The named views are components; a list of them refers to them. */
function replySchema(gives: z.ZodType): Json {
  const id = registry.get(gives)?.id
  if (id !== undefined) return { $ref: COMPONENT + id }
  if (gives instanceof z.ZodArray) return { type: 'array', items: replySchema(gives.element as z.ZodType) }
  throw new Error('a reply is a named view, or a list of one')
}

function components(): Json {
  const { schemas } = z.toJSONSchema(registry, { io: 'output', uri: (id) => COMPONENT + id })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]))
}
