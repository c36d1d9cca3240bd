/** The user's external wallets on the local chains of a play exchange. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { BodyOf } from '../../../contract/call.ts'
import type { PlayWalletView } from '../../../contract/play-wallet/views.ts'
import { playWalletText } from '../../text/play-wallet.ts'
import { errorText } from '../app/error-text.ts'
import { modeAtom } from '../app/exchange-info.ts'
import { hostAtom } from '../app/host.ts'
import { perId, perUser } from '../app/per-user.ts'
import { queryAtom } from '../app/query-atom.ts'

const EVERY_MILLIS = 5_000

export const hasPlayWalletAtom = atom((get) => get(modeAtom) === 'play')

/** By the id of the network. */
export const playWalletOf = perUser(() =>
  perId((network: number) =>
    queryAtom<PlayWalletView>((http) => http(api.playWallet, { query: { network_id: network } }), EVERY_MILLIS),
  ),
)

/** Resolves to undefined when the coins were sent, else to the error text. */
export const playSendAtom = atom(
  null,
  async (get, set, user: string, body: BodyOf<typeof api.playSend>): Promise<string | undefined> => {
    const answer = await get(hostAtom).http(api.playSend, { body })
    await set(playWalletOf(user)(body.network_id), 'refresh')
    return answer.ok ? undefined : errorText(answer.failure, playWalletText.failedSend)
  },
)
