/** Puts a call of the contract on a path: who may ask, how often, what is understood, and what the answer wears. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Access, api, EXCHANGE_BASE, type ReplyOf, TOKEN_HEADER } from '../../contract/api.ts'
import { type CallName, type CallSchema, callSchemas, type InputOf } from '../../contract/call-schemas.ts'
import { type Refusal, refusalStatus, refusalText, refuse, refusedField } from '../../contract/refusals.ts'
import type { ErrorBody } from '../../contract/views.ts'
import { assert } from '../../engine/assert.ts'
import { clientAddress, type IsTrusted } from '../client-address.ts'
import type { SignedIn } from '../identity/access-tokens.ts'
import { deviceOf, maskedAddress, type Visitor } from '../identity/visitor.ts'
import { addressKey, type Limit } from './rate-limits.ts'

export type Doors = {
  readonly app: FastifyInstance
  /** Where readers find us; undefined: where they ask. */
  readonly publicUrl: string | undefined
  readonly whoIs: (accessToken: string) => Promise<SignedIn | undefined>
  /** Proxies of ours, that say whom they ask for. */
  readonly isTrusted: IsTrusted
}

/** A request as a handler sees it. `input` is the body, or the query where there is no body. */
export type Asked<Name extends CallName> = {
  readonly input: InputOf<Name>
  readonly parts: Readonly<Record<string, string>>
  readonly visitor: Visitor
  /** Our own origin, as whoever asks knows it. */
  readonly here: string
}

/** A public call may be told who asks as well; the token is not checked yet. */
type AskedByAnybody<Name extends CallName> = Asked<Name> & { readonly bearer: string | undefined }

type Answer<Name extends CallName> = Promise<ReplyOf<(typeof api)[Name]> | Refusal>

/** For everybody; limited by address. */
export function serveAll<Name extends CallName>(
  { app, isTrusted, publicUrl }: Doors,
  name: Name,
  limit: Limit,
  handle: (asked: AskedByAnybody<Name>) => Answer<Name>,
): void {
  route(app, name, 'public', async (request, reply) => {
    const wait = limit(addressKey(clientAddress(request.raw, isTrusted)))
    if (wait > 0) return tooMany(reply, wait)
    const input = read(name, request)
    if (!input.success) return misunderstood(request, reply, input.error)
    const asked = { input: input.data, parts: partsOf(request), visitor: visitorOf(request, isTrusted) }
    const here = publicUrl ?? originOf(request)
    return send(reply, name, await handle({ ...asked, here, bearer: bearerOf(request) }))
  })
}

/** For whoever shows an access token; limited by user. */
export function serveSignedIn<Name extends CallName>(
  { app, whoIs, isTrusted, publicUrl }: Doors,
  name: Name,
  limit: Limit,
  handle: (signedIn: SignedIn, asked: Asked<Name>) => Answer<Name>,
): void {
  route(app, name, 'bearer', async (request, reply) => {
    const token = bearerOf(request)
    const signedIn = token === undefined ? undefined : await whoIs(token)
    if (signedIn === undefined) return refused(reply, refuse('UNAUTHORIZED'))
    const wait = limit(signedIn.user)
    if (wait > 0) return tooMany(reply, wait)
    const input = read(name, request)
    if (!input.success) return misunderstood(request, reply, input.error)
    const asked = { input: input.data, parts: partsOf(request), visitor: visitorOf(request, isTrusted) }
    const here = publicUrl ?? originOf(request)
    return send(reply, name, await handle(signedIn, { ...asked, here }))
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function route(app: FastifyInstance, name: CallName, access: Access, handler: Handler): void {
  const call = api[name]
  assert(call.access === access, `${name} is for whom the contract says`)
  app.route({ method: call.method, url: EXCHANGE_BASE + call.path, handler })
}

function read<Name extends CallName>(name: Name, request: FastifyRequest) {
  const schema: z.ZodType = callSchemas[name].takes
  return schema.safeParse(inputOf(request)) as z.ZodSafeParseResult<InputOf<Name>>
}

const inputOf = ({ method, query, body }: FastifyRequest): unknown => (method === 'POST' ? (body ?? {}) : query)

const visitorOf = ({ raw, headers }: FastifyRequest, isTrusted: IsTrusted): Visitor => ({
  device: deviceOf(headers['user-agent']),
  ipMasked: maskedAddress(clientAddress(raw, isTrusted)),
})

const partsOf = ({ params }: FastifyRequest) => params as Readonly<Record<string, string>>

/** A page of ours says whether it came by https, which what stands in front of us may hide. */
function originOf({ headers: { origin = '', host = '' } }: FastifyRequest): string {
  const isOurs = URL.canParse(origin) && new URL(origin).host === host
  return isOurs ? new URL(origin).origin : `http://${host}`
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const said = headers[TOKEN_HEADER] ?? headers.authorization
  return typeof said === 'string' ? /^Bearer +([\w.~+/=-]+)$/i.exec(said)?.[1] : undefined
}

function send(reply: FastifyReply, name: CallName, answer: unknown): FastifyReply {
  if (isRefusal(answer)) return refused(reply, answer)
  const { statuses = [200] }: CallSchema = callSchemas[name]
  return reply.code(statuses[0]).send(answer)
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'params' in answer

export function refused(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, params, ticket } = refusal
  const [text, field] = [refusalText(refusal), refusedField(refusal)]
  const body: ErrorBody = {
    detail: field === undefined ? text : [{ loc: ['body', field], msg: text }],
    code,
    ...(Object.keys(params).length > 0 && { params }),
    ...(ticket !== undefined && { ticket }),
  }
  const status = refusalStatus(code)
  if (status === 429 && params.seconds !== undefined) reply.header('retry-after', params.seconds)
  return reply.code(status).send(body)
}

export const tooMany = (reply: FastifyReply, waitMillis: number): FastifyReply =>
  refused(reply, refuse('RATE_LIMITED', { seconds: String(Math.ceil(waitMillis / 1_000)) }))

const LONGEST_MESSAGE = 200

/** One entry a field, as the clients of the wire expect it. */
function misunderstood({ method }: FastifyRequest, reply: FastifyReply, { issues }: z.ZodError): FastifyReply {
  const place = method === 'POST' ? 'body' : 'query'
  const detail = issues.map(({ path, message }) => ({
    loc: [place, ...path.map((step) => (typeof step === 'number' ? step : String(step)))],
    msg: message.slice(0, LONGEST_MESSAGE),
  }))
  return reply.code(422).send({ detail, code: 'INVALID_REQUEST' } satisfies ErrorBody)
}
