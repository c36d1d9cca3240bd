/** Registers an API call as a route: authentication, rate limit, validation and response. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { api, EARN_TOKEN_HEADER, STALE_HEADER, TOKEN_HEADER } from '../../contract/api.ts'
import type { Access, ErrorBody, ReplyOf } from '../../contract/call.ts'
import type { CallSchema } from '../../contract/call-schema.ts'
import { isRefused, type Refusal, refusalStatus, refusalText, refuse, refusedField } from '../../contract/refusals.ts'
import { type CallName, callSchemas, type InputOf } from '../../contract/schemas.ts'
import { assert } from '../../engine/assert.ts'
import { type ClientDevice, deviceOf, maskedAddress } from '../runtime/client-device.ts'
import { clientIp, type IsTrusted, isLocalRequest, rateLimitKey } from '../runtime/client-ip.ts'
import type { SignedInUser } from '../sessions/access-tokens.ts'
import { deviceCookie, deviceTokensOf } from './device-cookie.ts'
import type { Limit } from './rate-limits.ts'

export type RouteContext = {
  readonly app: FastifyInstance
  /** Undefined: the origin is taken from the request. */
  readonly publicUrl: string | undefined
  readonly authenticate: (accessToken: string) => Promise<SignedInUser | undefined>
  /** The proxies whose `X-Forwarded-For` counts. */
  readonly isTrusted: IsTrusted
}

/** A validated request. `input` is the body, or the query of a call without a body. */
export type ApiRequest<Name extends CallName> = {
  readonly input: InputOf<Name>
  readonly params: Readonly<Record<string, string>>
  readonly device: ClientDevice
  /** The exchange's own origin as the client claims it. Never used in messages. */
  readonly origin: string
}

/** `bearer` is an access token that has not been verified. `isLocal`: sent by a browser on this machine. */
type PublicRequest<Name extends CallName> = ApiRequest<Name> & {
  readonly bearer: string | undefined
  readonly isLocal: boolean
}

type Reply<Name extends CallName> = Promise<ReplyOf<(typeof api)[Name]> | Refusal>

/** A call without authentication, rate-limited by IP address. `isStale`: whether the reply may be out of date. */
export function servePublic<Name extends CallName>(
  context: RouteContext,
  name: Name,
  limit: Limit,
  handle: (request: PublicRequest<Name>) => Reply<Name>,
  isStale?: () => boolean,
): void {
  route(context.app, name, 'public', async (request, reply) => {
    const wait = limit(rateLimitKey(clientIp(request.raw, context.isTrusted)))
    if (wait > 0) return rateLimited(reply, wait)
    const input = parseInput(name, request)
    if (!input.success) return invalidInput(request, reply, input.error)
    const origin = { bearer: bearerOf(request), isLocal: isLocalRequest(request.raw) }
    const parsed = { ...requestOf(context, request, reply), ...origin, input: input.data }
    if (isStale !== undefined) reply.header(STALE_HEADER, String(isStale()))
    return send(reply, name, await handle(parsed))
  })
}

/** A call that requires an access token, rate-limited by user. */
export function serveSignedIn<Name extends CallName>(
  context: RouteContext,
  name: Name,
  limit: Limit,
  handle: (signedIn: SignedInUser, request: ApiRequest<Name>) => Reply<Name>,
): void {
  route(context.app, name, 'bearer', async (request, reply) => {
    const token = bearerOf(request)
    const signedIn = token === undefined ? undefined : await context.authenticate(token)
    if (signedIn === undefined) return refused(reply, refuse('UNAUTHORIZED'))
    const wait = limit(signedIn.user)
    if (wait > 0) return rateLimited(reply, wait)
    const input = parseInput(name, request)
    if (!input.success) return invalidInput(request, reply, input.error)
    return send(reply, name, await handle(signedIn, { ...requestOf(context, request, reply), input: input.data }))
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function route(app: FastifyInstance, name: CallName, access: Access, handler: Handler): void {
  const call = api[name]
  assert(call.access === access, `${name} has the access that the contract states`)
  app.route({ method: call.method, url: call.base + call.path, handler })
}

function parseInput<Name extends CallName>(name: Name, request: FastifyRequest) {
  const schema: z.ZodType = callSchemas[name].input
  return schema.safeParse(inputOf(request)) as z.ZodSafeParseResult<InputOf<Name>>
}

const inputOf = ({ method, query, body }: FastifyRequest): unknown => (method === 'POST' ? (body ?? {}) : query)

function requestOf({ isTrusted, publicUrl }: RouteContext, request: FastifyRequest, reply: FastifyReply) {
  const address = clientIp(request.raw, isTrusted)
  const origin = publicUrl ?? originOf(request)
  const device: ClientDevice = {
    name: deviceOf(request.headers['user-agent']),
    ipMasked: maskedAddress(address),
    address: rateLimitKey(address),
    tokens: deviceTokensOf(request.headers.cookie),
    remember: (tokens) => void reply.header('set-cookie', deviceCookie(tokens, origin.startsWith('https:'))),
  }
  return { params: request.params as Readonly<Record<string, string>>, device, origin }
}

/** The `Origin` header of a page of ours tells whether it uses https, which a proxy may hide. */
function originOf({ headers: { origin = '', host = '' } }: FastifyRequest): string {
  const isOwn = URL.canParse(origin) && new URL(origin).host === host
  return isOwn ? new URL(origin).origin : `http://${host}`
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const value = headers[TOKEN_HEADER] ?? headers[EARN_TOKEN_HEADER] ?? headers.authorization
  return typeof value === 'string' ? /^Bearer +([\w.~+/=-]+)$/i.exec(value)?.[1] : undefined
}

function send(reply: FastifyReply, name: CallName, result: unknown): FastifyReply {
  if (isRefused(result)) return refused(reply, result)
  const { statuses = [200] }: CallSchema = callSchemas[name]
  return reply.code(statuses[0]).send(result)
}

export function refused(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, params, challengeToken } = refusal
  const [text, field] = [refusalText(refusal), refusedField(refusal)]
  const body: ErrorBody = {
    detail: field === undefined ? text : [{ loc: ['body', field], msg: text }],
    code,
    ...(Object.keys(params).length > 0 && { params }),
    ...(challengeToken !== undefined && { ticket: challengeToken }),
  }
  const status = refusalStatus(code)
  if (status === 429 && params.seconds !== undefined) reply.header('retry-after', params.seconds)
  return reply.code(status).send(body)
}

export const rateLimited = (reply: FastifyReply, waitMillis: number): FastifyReply =>
  refused(reply, refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMillis / 1_000)) }))

const MAX_MESSAGE_LENGTH = 200

/** One entry per invalid field. */
function invalidInput({ method }: FastifyRequest, reply: FastifyReply, { issues }: z.ZodError): FastifyReply {
  const source = method === 'POST' ? 'body' : 'query'
  const detail = issues.map(({ path, message }) => ({
    loc: [source, ...path.map((step) => (typeof step === 'number' ? step : String(step)))],
    msg: message.slice(0, MAX_MESSAGE_LENGTH),
  }))
  return reply.code(422).send({ detail, code: 'INVALID_REQUEST' } satisfies ErrorBody)
}
