/** The real decisions of the signer over a journal in memory. Only the signature itself is simulated: it names the wallet. */

import { serializeTransaction, type TransactionSerializableEIP1559 } from 'viem'
import type { Millis } from '../../../src/contract/ids.ts'
import type { SignerClient } from '../../../src/server/custody/signer/signer-client.ts'
import { answers } from '../../../src/signer/answers.ts'
import type { JournalEntry } from '../../../src/signer/journal.ts'
import type { Policy } from '../../../src/signer/policy.ts'
import { openTonWallet } from '../../../src/signer/ton-wallet.ts'
import { openWallets, type Wallets } from '../../../src/signer/wallets.ts'
import { clientOf } from '../../fixtures/signer-client.ts'

export const CHAIN_ID = 31_337

const keys = openWallets(Buffer.alloc(32, 7))
const addresses = new Map<number, string>()

export function addressOfWallet(wallet: number): string {
  const known = addresses.get(wallet) ?? keys.address(wallet)
  addresses.set(wallet, known)
  return known
}

const wallets = {
  xpub: keys.xpub,
  address: addressOfWallet,
  account: (wallet: number) => ({
    signTransaction: async (transaction: TransactionSerializableEIP1559) =>
      serializeTransaction(transaction, { r: '0x1', s: `0x${(wallet + 1).toString(16)}`, yParity: 0 }),
  }),
} as unknown as Wallets

export const tonWallet = openTonWallet(Buffer.alloc(32, 7))

export const limits = { maxAmount: 10n ** 30n, maxHour: 10n ** 32n, maxDay: 10n ** 32n, approvals: [] }

export type SimulatedSigner = {
  /** Of one server. */
  newClient(): SignerClient
  readonly journal: readonly JournalEntry[]
  /** With what a restore took back. */
  readonly history: readonly JournalEntry[]
  /** Call the result to have the journal of now again. */
  backup(): () => void
  /** As after a kill: only the journal is left. */
  restart(): void
}

/** For the coin of the chain and a token. */
export function evmPolicy(token: string): Policy {
  const [maxFee, maxGas] = [5n * 10n ** 17n, 5n * 10n ** 17n]
  const assets = [null, token].map((contract) => ({ contract, ...limits }))
  return {
    networks: [{ chainId: CHAIN_ID, generation: null, maxFee, maxFeesDay: 10n ** 24n, maxGas, assets }],
    tonNetworks: [],
  }
}

export function simulatedSigner(policy: Policy, now: () => Millis): SimulatedSigner {
  const entries: JournalEntry[] = []
  const history: JournalEntry[] = []
  const journal = {
    entries,
    append(entry: JournalEntry): void {
      entries.push(entry)
      history.push(entry)
    },
  }
  let restores = 0
  const open = () =>
    answers({
      policy,
      wallets,
      ton: tonWallet,
      manifestKey: '',
      journal,
      instance: restores.toString(16).padStart(32, '0'),
      isPaused: () => false,
      isSkipAllowed: () => true,
      keepRecordKey: () => undefined,
      now,
    })
  let signer = open()
  return {
    newClient: () => clientOf({ answer: (request) => signer.answer(request) }),
    journal: entries,
    history,
    backup() {
      const { length } = entries
      return () => {
        entries.length = length
        restores++
        signer = open()
      }
    },
    restart() {
      signer = open()
    },
  }
}
