/** The Bot API on this machine: it knows one bot, remembers what that asked for, and misbehaves on request. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Switches } from '../../src/server/telegram/notice-settings.ts'

type Button = { readonly text: string; readonly callback_data?: string; readonly web_app?: { readonly url: string } }
export type Payload = {
  readonly chat_id?: number
  readonly user_id?: number
  readonly result?: {
    readonly reply_markup?: { readonly inline_keyboard: readonly (readonly { readonly url?: string }[])[] }
  }
  readonly text?: string
  readonly url?: string
  readonly secret_token?: string
  readonly offset?: number
  readonly allowed_updates?: readonly string[]
  readonly commands?: readonly { readonly command: string }[]
  readonly menu_button?: { readonly type: string; readonly web_app: { readonly url: string } }
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly Button[])[] }
}
export type Call = { readonly method: string; readonly payload: Payload }
export type Update = { readonly update_id: number }
/** What it does instead of answering well. */
export type Mischief = (response: ServerResponse, payload: Payload) => void

export type FakeTelegram = {
  readonly address: string
  readonly calls: readonly Call[]
  readonly of: (method: string) => readonly Payload[]
  /** Every message to this person. */
  readonly saidTo: (person: number) => readonly Payload[]
  /** Something that was said or pressed: the bot is told when it asks, or hand it over yourself. */
  say(person: number, text: string): Update
  press(person: number, data: string): Update
  tell(...updates: readonly Update[]): void
  /** For this method until told otherwise; for `*` whatever is asked. */
  misbehave(method: string, mischief: Mischief | undefined): void
  stop(): Promise<void>
}

const HELD_MILLIS = 20_000

export const refuses =
  (status: number, description: string, parameters: object = {}): Mischief =>
  (response) =>
    json(response, { ok: false, error_code: status, description, parameters }, status)

export const garbage =
  (text: string, status = 200): Mischief =>
  (response) =>
    response.writeHead(status).end(text)

export const silence: Mischief = () => undefined
export const hangUp: Mischief = (response) => response.destroy()

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export async function startTelegram(token: string, environment = ''): Promise<FakeTelegram> {
  const calls: Call[] = []
  const mischiefs = new Map<string, Mischief>()
  let updates: Update[] = []
  let news = Promise.withResolvers<void>()
  let lastId = 100

  const results: Record<string, unknown> = {
    getMe: { id: 1, is_bot: true, first_name: 'Tern', username: 'tern_bot', can_join_groups: false },
    savePreparedInlineMessage: { id: 'prepared', expiration_date: 2_000_000_000 },
    sendMessage: { message_id: 7, date: 1, chat: { id: 1, type: 'private' } },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', 'http://x').pathname
    const base = `/bot${token}/${environment}`
    const method = path.startsWith(base) ? path.slice(base.length) : ''
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const payload = JSON.parse(text || '{}') as Payload
    calls.push({ method, payload })
    const mischief = mischiefs.get(method) ?? mischiefs.get('*')
    if (mischief !== undefined) return mischief(response, payload)
    if (!/^[a-zA-Z]+$/.test(method)) return refuses(401, 'Unauthorized')(response, payload)
    if (method !== 'getUpdates') return json(response, { ok: true, result: results[method] ?? true })
    await known(payload.offset ?? 0)
    json(response, { ok: true, result: updates })
  }

  /** Forgets what was heard, and waits until there is something that was not. */
  async function known(offset: number): Promise<void> {
    updates = updates.filter(({ update_id }) => update_id >= offset)
    if (updates.length === 0) await Promise.race([news.promise, sleep(HELD_MILLIS, undefined, { ref: false })])
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const from = (id: number) => ({ id, is_bot: false, first_name: 'Ann' })
  const message = (id: number, text: string) => {
    const command = /^\/\w+(@\w+)?/.exec(text)?.[0]
    const entities = command === undefined ? [] : [{ type: 'bot_command', offset: 0, length: command.length }]
    return { message_id: 5, date: 1, chat: { id, type: 'private' }, from: from(id), text, entities }
  }

  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    of: (method) => calls.filter((call) => call.method === method).map(({ payload }) => payload),
    saidTo: (person) =>
      calls
        .filter(({ method, payload }) => method === 'sendMessage' && payload.chat_id === person)
        .map((c) => c.payload),
    say: (person, text) => ({ update_id: ++lastId, message: message(person, text) }) as Update,
    press: (person, data) =>
      ({
        update_id: ++lastId,
        callback_query: { id: '9', from: from(person), chat_instance: '1', data, message: message(person, 'x') },
      }) as Update,
    tell(...more) {
      updates.push(...more)
      news.resolve()
      news = Promise.withResolvers()
    },
    misbehave(method, mischief) {
      if (mischief === undefined) mischiefs.delete(method)
      else mischiefs.set(method, mischief)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const PATIENCE_MILLIS = 10_000

/** Waits until it is so. */
export async function until<T>(look: () => T | Promise<T>, what = String(look)): Promise<NonNullable<T>> {
  for (const end = performance.now() + PATIENCE_MILLIS; performance.now() < end; await sleep(10)) {
    const seen = await look()
    if (seen) return seen
  }
  throw new Error(`it never was: ${what}`)
}

export const OFF: Switches = { order_filled: false, sign_in: false }
export const buttonsOf = ({ reply_markup }: Payload): readonly Button[] => reply_markup?.inline_keyboard.flat() ?? []
