/** Wires the parts: the lines to the exchange, the state they feed, and what wakes them. */

import type { createStore } from 'jotai'
import { api } from '../contract/api.ts'
import { BEARER, GUEST, QUESTIONS } from '../contract/socket.ts'
import { doubtBookAtom } from './atoms/book.ts'
import { chartQuestionsAtom, doubtCandlesAtom } from './atoms/candles.ts'
import { applyConnectionAtom } from './atoms/connection.ts'
import { askHealthAtom } from './atoms/exchange.ts'
import { hearAtom } from './atoms/feed.ts'
import { hostAtom, type Notice } from './atoms/host.ts'
import { openLinkedPairAtom } from './atoms/linked-pair.ts'
import { startMarketsAtom } from './atoms/pairs.ts'
import { paintAtom } from './atoms/preferences.ts'
import { heedReferralLink } from './atoms/referral-code.ts'
import { selectedMarketAtom } from './atoms/selected-pair.ts'
import { heedOtherTabAtom, leaveAtom, startSessionAtom } from './atoms/session.ts'
import { slowOrderAtom } from './atoms/ticket.ts'
import { Commands } from './connection/commands.ts'
import { createHttp, type Http } from './connection/http.ts'
import { Keys } from './connection/keys.ts'
import { createRequest } from './connection/request.ts'
import { MarketSocket } from './connection/socket.ts'
import type { Platform } from './platform/platform.ts'

export type Store = ReturnType<typeof createStore>

export type Address = {
  /** The exchange's base, and the origin that health and the socket are under. */
  readonly base: string
  readonly origin: string
  readonly search: string
}

export function start(store: Store, platform: Platform, address: Address, notify: (notice: Notice) => void): void {
  const request = createRequest(address.base)
  const keys = new Keys({
    request,
    keep: platform.keep,
    alone: platform.alone,
    signedOut: () => store.set(leaveAtom),
  })
  const http = createHttp(request, keys)
  const commands = new Commands({
    say: (text) => socket.say(text),
    find: (id) => findOrder(http, id),
    slow: (id) => store.set(slowOrderAtom, id),
  })
  const socket = new MarketSocket({
    address: (pair, token) => `${address.origin.replace(/^http/, 'ws')}/ws/charts/${pair}/${token}/`,
    token: () => socketToken(http, keys),
    questions: () => [...store.get(chartQuestionsAtom), ...QUESTIONS],
    heard: (message) => {
      store.set(hearAtom, message)
      commands.hear(message)
    },
    changed: (state) => {
      store.set(applyConnectionAtom, state)
      if (state.state === 'live') commands.resend()
      else {
        store.set(doubtBookAtom)
        store.set(doubtCandlesAtom)
      }
    },
  })
  store.set(hostAtom, { platform, http, keys, socket, commands, notify })
  store.set(paintAtom)
  heedReferralLink(address.search, platform)
  platform.onHostTheme(() => store.set(paintAtom))
  platform.onWake(() => socket.wake())
  platform.onKept((key, value) => key === 'refreshToken' && store.set(heedOtherTabAtom, value))
  void store.set(askHealthAtom, createRequest(address.origin))
  void store.set(startSessionAtom)
  void store.set(startMarketsAtom).then(() => {
    store.set(openLinkedPairAtom)
    const market = store.get(selectedMarketAtom)
    if (market) socket.open(market.pair.id)
  })
}

/** A guest's word, or a fresh ticket. A refused ticket means that we are a guest by now. */
async function socketToken(http: Http, keys: Keys): Promise<string | undefined> {
  if (keys.refresh === null) return GUEST
  const answer = await http(api.socketTicket, { body: {} })
  if (answer.ok) return BEARER + answer.value.ticket
  return answer.failure.kind === 'refused' && keys.refresh === null ? GUEST : undefined
}

async function findOrder(http: Http, clientOrderId: string) {
  const answer = await http(api.orders, { query: { status: 'all', offset: 0, limit: 100 } })
  if (!answer.ok) return undefined
  return answer.value.orders.find((order) => order.client_order_id === clientOrderId) ?? 'none'
}
