/** Connects platform, HTTP, socket and state, and starts the session. */

import type { createStore } from 'jotai'
import { api } from '../../contract/api.ts'
import { BEARER, GUEST, QUERIES, USER_QUERIES } from '../../contract/socket.ts'
import { withFailureText } from '../connection/failure-text.ts'
import { createHttp, type Http } from '../connection/http.ts'
import { OrderCommands } from '../connection/order-commands.ts'
import { type Addresses, createRequest } from '../connection/request.ts'
import { MarketSocket } from '../connection/socket.ts'
import { TokenStore } from '../connection/token-store.ts'
import type { Platform } from '../platform/platform.ts'
import { applyConnectionAtom } from '../state/app/connection-status.ts'
import { loadHealthAtom } from '../state/app/exchange-info.ts'
import { hostAtom, type Toast } from '../state/app/host.ts'
import { applyThemeAtom } from '../state/app/preferences.ts'
import { saveReferralCode } from '../state/auth/referral-code.ts'
import { listenToSessionAtom } from '../state/auth/session.ts'
import { onSessionEndedAtom, onTokenChangeAtom, startSessionAtom } from '../state/auth/start-session.ts'
import { markBookStaleAtom } from '../state/book/book.ts'
import { selectedMarketAtom } from '../state/book/selected-pair.ts'
import { chartRequestsAtom, markCandlesStaleAtom } from '../state/chart/candles.ts'
import { applyMessageAtom } from '../state/feed/apply-message.ts'
import { followPairAtom } from '../state/feed/choose-pair.ts'
import { onSessionChangeAtom } from '../state/feed/on-session-change.ts'
import { openLinkedPairAtom } from '../state/feed/open-linked-pair.ts'
import { startMarketsAtom } from '../state/markets/markets.ts'
import { onSlowOrderAtom } from '../state/order-form/order-submission.ts'

type Store = ReturnType<typeof createStore>

type Address = {
  readonly addresses: Addresses
  /** Origin of the socket. */
  readonly origin: string
  readonly search: string
}

export function start(store: Store, platform: Platform, address: Address, notify: (toast: Toast) => void): void {
  const request = createRequest(address.addresses)
  const tokens = new TokenStore({
    request,
    storage: platform.storage,
    withLock: platform.withLock,
    onSignedOut: () => store.set(onSessionEndedAtom),
  })
  const http = withFailureText(createHttp(request, tokens), async (failure) => {
    const { receivedRefusalText } = await import('../text/refusal-text.ts')
    return receivedRefusalText({ detail: undefined, ...failure })
  })
  const commands = new OrderCommands({
    send: (text) => socket.send(text),
    findOrder: (id) => findOrder(http, id),
    serverTime: () => socket.serverTime,
    onSlow: (id) => store.set(onSlowOrderAtom, id),
  })
  const socket = new MarketSocket({
    url: (pair, token) => `${address.origin.replace(/^http/, 'ws')}/ws/charts/${pair}/${token}/`,
    token: () => socketToken(http, tokens),
    openingMessages: () =>
      store.get(selectedMarketAtom) ? [...store.get(chartRequestsAtom), ...QUERIES] : USER_QUERIES,
    onMessage: (message) => {
      store.set(applyMessageAtom, message)
      commands.onMessage(message)
    },
    onStateChange: (state) => {
      store.set(applyConnectionAtom, state)
      if (state.state === 'live') commands.resend()
      else {
        store.set(markBookStaleAtom)
        store.set(markCandlesStaleAtom)
      }
    },
  })
  store.set(listenToSessionAtom, onSessionChangeAtom)
  store.set(hostAtom, { platform, http, tokens, socket, commands, notify })
  store.set(applyThemeAtom)
  saveReferralCode(address.search, platform)
  platform.onHostTheme(() => store.set(applyThemeAtom))
  platform.onWake(() => socket.wake())
  platform.onStorageChange(
    (key, value) => (key === null || key === 'refreshToken') && store.set(onTokenChangeAtom, value),
  )
  void store.set(loadHealthAtom, request)
  void store.set(startSessionAtom)
  void store.set(startMarketsAtom).then(() => {
    store.set(openLinkedPairAtom)
    store.set(followPairAtom)
    // The first market is listed, or the selected one is hidden.
    store.sub(selectedMarketAtom, () => store.set(followPairAtom))
  })
}

/** The guest token, or a single-use ticket. Undefined when the server cannot be reached. */
async function socketToken(http: Http, tokens: TokenStore): Promise<string | undefined> {
  if (tokens.refreshToken === null) return GUEST
  const answer = await http(api.socketTicket, { body: {} })
  if (answer.ok) return BEARER + answer.value.ticket
  return answer.failure.kind === 'refused' && tokens.refreshToken === null ? GUEST : undefined
}

async function findOrder(http: Http, clientOrderId: string) {
  const answer = await http(api.orders, { query: { status: 'all', offset: 0, limit: 100 } })
  if (!answer.ok) return undefined
  return answer.value.orders.find((order) => order.client_order_id === clientOrderId) ?? 'none'
}
