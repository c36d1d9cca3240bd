/** What OpenAPI 3.1 says a document is made of, as far as ours goes: anything else in it is refused. */

import { z } from 'zod'

const words = z.string().min(1)

/** JSON Schema 2020-12, the keywords in use. */
const schema: z.ZodType = z.lazy(() =>
  z.strictObject({
    $ref: z.string().startsWith('#/components/schemas/').optional(),
    type: z.union([words, z.array(words)]).optional(),
    format: words.optional(),
    description: words.optional(),
    default: z.unknown().optional(),
    enum: z.array(z.unknown()).min(1).optional(),
    const: z.unknown().optional(),
    pattern: words.optional(),
    minLength: z.int().optional(),
    maxLength: z.int().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    anyOf: z.array(schema).min(1).optional(),
    items: schema.optional(),
    properties: z.record(words, schema).optional(),
    required: z.array(words).optional(),
    propertyNames: schema.optional(),
    additionalProperties: z.union([z.literal(false), schema]).optional(),
  }),
)

const content = z.strictObject({ 'application/json': z.strictObject({ schema }) })

const parameter = z.strictObject({ name: words, in: z.enum(['path', 'query']), required: z.boolean(), schema })

const response = z.strictObject({
  description: words,
  headers: z.record(words, z.strictObject({ description: words, schema })).optional(),
  content,
})

const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: words,
  security: z.array(z.record(words, z.array(z.never()))),
  parameters: z.array(parameter),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(z.string().regex(/^([2-5]\d\d|default)$/), response),
})

const securityScheme = z.union([
  z.strictObject({ type: z.literal('apiKey'), in: z.literal('header'), name: words, description: words }),
  z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
])

export const openApiStructure = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: words, version: words, description: words }),
  servers: z.array(z.strictObject({ url: words })).min(1),
  paths: z.record(
    z.string().startsWith('/'),
    z.strictObject({ get: operation.optional(), post: operation.optional(), delete: operation.optional() }),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().regex(/^[\w.-]+$/), schema),
    securitySchemes: z.record(words, securityScheme),
  }),
})

export type OpenApi = z.output<typeof openApiStructure>
export type Operation = z.output<typeof operation>
export type Method = 'get' | 'post' | 'delete'

export type Published = { readonly path: string; readonly method: Method; readonly operation: Operation }

export const operationsOf = ({ paths }: OpenApi): Published[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation === undefined ? [] : [{ path, method: method as Method, operation }],
    ),
  )
