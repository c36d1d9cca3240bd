/** Puts a call of the contract on a path: who may ask, how often, what is understood, and what the answer wears. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Call, EXCHANGE_BASE, TOKEN_HEADER } from '../../contract/api.ts'
import { type Refusal, refusalStatus, refusalText, refuse } from '../../contract/refusals.ts'
import type { ErrorBody } from '../../contract/views.ts'
import type { SignedIn } from '../identity/access-tokens.ts'
import { addressKey, type Limit } from './rate-limits.ts'

export type Doors = {
  readonly app: FastifyInstance
  readonly whoIs: (accessToken: string) => Promise<SignedIn | undefined>
}

/** A request as a handler sees it. `input` is the body, or the query where there is no body. */
export type Asked<Input> = { readonly input: Input; readonly parts: Readonly<Record<string, string>> }

/** What a call takes, and how often one address, or one user, may ask. */
export type Terms<Input> = {
  readonly takes: z.ZodType<Input>
  readonly limit: Limit
  /** 200 unless said otherwise. */
  readonly status?: number
}

type Answer<Reply> = Promise<Reply | Refusal | Failed>

/** A no that is no refusal of the exchange: its status and its words. */
export class Failed {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, detail: string, code?: string) {
    this.status = status
    this.body = { detail, ...(code !== undefined && { code }) }
  }
}

export const unauthorized = new Failed(401, 'Unauthorized', 'UNAUTHORIZED')

/** For everybody; limited by address. */
export function serveAll<Body, Reply, Input>(
  { app }: Doors,
  call: Call<Body, Reply>,
  terms: Terms<Input>,
  handle: (asked: Asked<Input>) => Answer<Reply>,
): void {
  route(app, call, async (request, reply) => {
    const wait = terms.limit(addressKey(request.ip))
    if (wait > 0) return tooMany(reply, wait)
    const input = terms.takes.safeParse(inputOf(request))
    if (!input.success) return misunderstood(request, reply, input.error)
    return send(reply, terms.status, await handle({ input: input.data, parts: partsOf(request) }))
  })
}

/** For whoever shows an access token; limited by user. */
export function serveSignedIn<Body, Reply, Input>(
  { app, whoIs }: Doors,
  call: Call<Body, Reply>,
  terms: Terms<Input>,
  handle: (signedIn: SignedIn, asked: Asked<Input>) => Answer<Reply>,
): void {
  route(app, call, async (request, reply) => {
    const token = bearerOf(request)
    const signedIn = token === undefined ? undefined : await whoIs(token)
    if (signedIn === undefined) return send(reply, undefined, unauthorized)
    const wait = terms.limit(signedIn.user)
    if (wait > 0) return tooMany(reply, wait)
    const input = terms.takes.safeParse(inputOf(request))
    if (!input.success) return misunderstood(request, reply, input.error)
    return send(reply, terms.status, await handle(signedIn, { input: input.data, parts: partsOf(request) }))
  })
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const route = (app: FastifyInstance, { method, path }: Call<never, unknown>, handler: Handler): void =>
  void app.route({ method, url: EXCHANGE_BASE + path, handler })

const inputOf = ({ method, query, body }: FastifyRequest): unknown => (method === 'POST' ? (body ?? {}) : query)

const partsOf = ({ params }: FastifyRequest) => params as Readonly<Record<string, string>>

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const said = headers[TOKEN_HEADER] ?? headers.authorization
  return typeof said === 'string' ? /^Bearer +([\w.~+/=-]+)$/i.exec(said)?.[1] : undefined
}

function send(reply: FastifyReply, status: number | undefined, answer: unknown): FastifyReply {
  if (answer instanceof Failed) return reply.code(answer.status).send(answer.body)
  if (isRefusal(answer)) return refused(reply, answer)
  return reply.code(status ?? 200).send(answer)
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'code' in answer && 'params' in answer

export function refused(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, params } = refusal
  const body: ErrorBody = { detail: refusalText(refusal), code, ...(Object.keys(params).length > 0 && { params }) }
  return reply.code(refusalStatus(code)).send(body)
}

export const tooMany = (reply: FastifyReply, waitMillis: number): FastifyReply =>
  refused(reply.header('retry-after', Math.ceil(waitMillis / 1_000)), refuse('RATE_LIMITED'))

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
