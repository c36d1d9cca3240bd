/** The endpoint of a simulated TON chain, with the API of toncenter: its answers can be lost, late, old or wrong. */

import { Address, beginCell, Cell } from '@ton/core'
import { ChainUnavailable } from '../../../src/chains/chain-unavailable.ts'
import { TonApiError, type TonTransport } from '../../../src/chains/ton/toncenter.ts'
import type { Owner, Steps } from '../funds/steps.ts'
import type { Random } from '../simulated-traders.ts'
import { jettonWalletOf, type SimulatedTon } from './simulated-ton.ts'

type EndpointDeps = {
  readonly chain: SimulatedTon
  readonly steps: Steps
  readonly owner: Owner
  readonly dice: Random
  readonly count: (name: string) => void
  readonly isFaulty: () => boolean
  /** The list of the wallet was answered with a transaction that is not in it: the network is paused for it. */
  readonly onFalseList: () => void
}

/** Small, because reading transactions is most of the work of a run. */
const PAGE = 3
const FAILURES = ['no answer in time', 'ECONNRESET', 'the answer is not one of toncenter']
/** Of all contracts: which code it is does not matter here. */
const CODE = beginCell().storeUint(1, 8).endCell().toBoc().toString('base64')
const NO_HASH = Buffer.alloc(32).toString('base64')

export function tonEndpoint({ chain, steps, owner, dice, count, isFaulty, onFalseList }: EndpointDeps): TonTransport {
  const failure = (): Error => new ChainUnavailable(FAILURES[Math.floor(dice() * FAILURES.length)])
  let [answers, behindUntil, behind] = [0, 0, 0]
  const happens = (name: string, probability: number): boolean => {
    if (!isFaulty() || dice() >= probability) return false
    count(`chain: ${name}`)
    return true
  }
  /** The newest block that this answer knows. */
  function seenBlock(): number {
    answers += 1
    if (answers >= behindUntil && happens('endpoints that fell behind', 0.01))
      [behindUntil, behind] = [answers + 40, 1 + Math.floor(dice() * 6)]
    if (answers < behindUntil && isFaulty()) return Math.max(0, chain.tip - behind)
    return Math.max(0, chain.tip - (happens('old answers', 0.05) ? 1 + Math.floor(dice() * 4) : 0))
  }

  const lastOf = (known: ReturnType<SimulatedTon['lastIn']>): object => ({
    lt: String(known?.lt ?? 0n),
    hash: known === undefined ? NO_HASH : Buffer.from(known.hash, 'hex').toString('base64'),
  })

  function information(address: string): object {
    const block = seenBlock()
    const known = chain.lastIn(address, block)
    const code = known?.isDeployed ? CODE : ''
    const newest = { last_transaction_id: lastOf(known), sync_utime: chain.timeOf(block) }
    const answer = { balance: String(known?.balance ?? 0n), code, ...newest }
    return happens('answers of another shape', 0.005) ? { ...answer, balance: null } : answer
  }

  function transactions(address: string, lt: string, hash: string, limit: number): object {
    const block = seenBlock()
    const list = chain.list(address).filter((entry) => entry.block <= block)
    const from = list.findIndex(
      (entry) => entry.lt === BigInt(lt) && Buffer.from(entry.hash, 'hex').toString('base64') === hash,
    )
    if (from === -1) throw new TonApiError(500, 'cannot find the transaction')
    const length = Math.min(limit, happens('short pages', 0.1) ? 1 : PAGE)
    const page = list.slice(Math.max(0, from + 1 - length), from + 1).reverse()
    if (page.length > 1 && happens('false lists', 0.002)) {
      onFalseList()
      page.splice(1, 1)
    }
    return page.map(({ data }) => ({ data }))
  }

  function getMethod(address: string, method: string, [entry]: readonly (readonly [string, string])[]): object {
    if (method === 'get_wallet_address') {
      const cell = Cell.fromBase64(entry?.[1] ?? '')
      const wallet = jettonWalletOf(cell.beginParse().loadAddress().toRawString())
      const bytes = beginCell().storeAddress(Address.parseRaw(wallet)).endCell().toBoc().toString('base64')
      return { exit_code: 0, stack: [['cell', { bytes }]] }
    }
    const known = chain.lastIn(address, seenBlock())
    const last_transaction_id = lastOf(known)
    if (known === undefined) return { exit_code: -13, stack: [], last_transaction_id }
    return { exit_code: 0, stack: [['num', `0x${known.jettons.toString(16)}`]], last_transaction_id }
  }

  const methods: Readonly<Record<string, (params: never) => unknown>> = {
    getAddressInformation: ({ address }: { address: string }) => information(address),
    getTransactions: (each: { address: string; lt: string; hash: string; limit: number }) =>
      transactions(each.address, each.lt, each.hash, each.limit),
    runGetMethod: (each: { address: string; method: string; stack: readonly (readonly [string, string])[] }) =>
      getMethod(each.address, each.method, each.stack),
    sendBoc: ({ boc }: { boc: string }) => {
      chain.send(Buffer.from(boc, 'base64'))
      return { '@type': 'ok' }
    },
  }
  return (method, params) =>
    steps.take(owner, 'chain', failure, () => {
      const answer = methods[method]
      if (answer === undefined) throw new Error(`add to tests/simulation/ton/ton-endpoint.ts: ${method}`)
      return answer(params as never)
    })
}
