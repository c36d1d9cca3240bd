/** A deposit on TON from a wallet of the user: connect, build the message, have it signed and sent. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { formatUnits, parseUnits } from '../../../contract/money.ts'
import type { NetworkView } from '../../../contract/wallet/views.ts'
import { isOpen, plainText } from '../../format/typed-number.ts'
import { connectTonWallet, type TonWalletChoice, tonWallets } from '../../platform/ton-wallets.ts'
import { type TonSession, WalletError } from '../../platform/wallet-session.ts'
import { depositText } from '../../text/deposit.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { unitsOf } from '../portfolio/balances.ts'

/** How long the user has to answer in the wallet. */
const WALLET_MILLIS = 4 * 60_000

/** Empty: there is no wallet to pay with, or the network has none. */
export const walletsFor = ({ tonconnect }: Pick<NetworkView, 'tonconnect'>): readonly TonWalletChoice[] =>
  tonconnect === null ? [] : tonWallets(tonconnect === 'all')

/** Why the amount cannot be deposited; undefined if it can. */
export function checkPayment(
  typed: string,
  { min_deposit, withdraw_step }: Pick<NetworkView, 'min_deposit' | 'withdraw_step'>,
): 'none' | 'open' | 'min' | 'step' | undefined {
  if (isOpen(typed)) return 'open'
  const amount = parseUnits(plainText(typed))
  if (amount === undefined || amount === 0n) return 'none'
  if (amount < unitsOf(min_deposit)) return 'min'
  const step = unitsOf(withdraw_step)
  return step > 0n && amount % step !== 0n ? 'step' : undefined
}

/** What the user has to do in the wallet. `link` opens a remote one. */
export type WalletStep = { readonly type: 'connect' | 'confirm'; readonly link: string | undefined }

type Payment = { readonly network: NetworkView; readonly currency: number; readonly amount: string }

/** The tests of the flow use another one. */
type Connect = typeof connectTonWallet

/** Resolves to undefined when the wallet has sent the payment, else to the error text. `cancel` ends the waiting. */
export const payWithWalletAtom = atom(
  null,
  async (
    get,
    _set,
    wallet: TonWalletChoice,
    { network, currency, amount: typed }: Payment,
    cancel: AbortController,
    onStep: (step: WalletStep) => void,
    connect: Connect = connectTonWallet,
  ): Promise<string | undefined> => {
    const { http, platform, socket } = get(hostAtom)
    const units = parseUnits(plainText(typed))
    if (units === undefined) return depositText.wallet.why.none()
    const { signal } = cancel
    setTimeout(() => cancel.abort(), WALLET_MILLIS)
    const text = depositText.wallet
    const failed = (error: unknown) =>
      error instanceof WalletError ? text.failures[error.failure] : text.failures.failed
    let session: TonSession
    try {
      session = await connect(wallet, (link) => onStep({ type: 'connect', link }), signal)
    } catch (error) {
      return failed(error)
    }
    const body = { network_id: network.id, currency_id: currency, amount: formatUnits(units), sender: session.address }
    const answer = await http(api.tonPayment, { body })
    if (!answer.ok) return errorText(answer.failure, text.failures.failed)
    const { chain, ...message } = answer.value
    if (chain !== session.chain) return text.otherChain
    onStep({ type: 'confirm', link: wallet.type === 'remote' ? wallet.link : undefined })
    try {
      await session.send(chain, message, socket.serverTime ?? Date.now())
    } catch (error) {
      return failed(error)
    }
    platform.haptic('success')
    return undefined
  },
)
