/** A signer in this process with a scratch folder, and payments that it accepts. */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expectDefined } from '../../src/engine/assert.ts'
import type { PolicyFile } from '../../src/signer/policy.ts'
import { approvalText, type SignerReply, type SignerRequest, type SignInput } from '../../src/signer/protocol.ts'
import { openSigner } from '../../src/signer/signer.ts'

export const TOKEN_CONTRACT = `0x${'70'.repeat(20)}`
export const RECEIVER = `0x${'a1'.repeat(20)}`
export const PASSPHRASE = 'a passphrase for tests'

type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject }
const newPair = (): Pair => generateKeyPairSync('ed25519')
const [first, second, stranger] = [newPair(), newPair(), newPair()]
export const approvers = { first, second, stranger }
export const keyOf = ({ publicKey }: Pair): string =>
  publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

export const POLICY: PolicyFile = {
  networks: [
    {
      chainId: 31_337,
      generation: 1,
      maxFee: '9000000000000000',
      maxFeesDay: '9000000000000000',
      maxGas: '10000000000000000',
      assets: [
        { contract: null, maxAmount: '1000', maxHour: '2000', maxDay: '3000', approvals: [] },
        {
          contract: TOKEN_CONTRACT,
          maxAmount: '1000000',
          maxHour: '1500000',
          maxDay: '2000000',
          approvals: [
            { above: '500000', keys: [keyOf(first), keyOf(second)], need: 1 },
            { above: '900000', keys: [keyOf(first), keyOf(second)], need: 2 },
          ],
        },
      ],
    },
  ],
}

type Withdrawal = Extract<SignInput, { kind: 'withdrawal' }>

export const withdrawal = (changed: Partial<Withdrawal> = {}): Withdrawal => ({
  kind: 'withdrawal',
  payment: 10,
  withdrawal: 5,
  chainId: 31_337,
  generation: 1,
  wallet: 0,
  nonce: 0,
  to: RECEIVER,
  contract: null,
  amount: '1000',
  maxFee: '2000000000',
  tip: '1000000000',
  approval: null,
  ...changed,
})

export const approve = (input: Withdrawal, ...keys: readonly Pair[]): Withdrawal => ({
  ...input,
  approval: (keys.length === 0 ? [first] : keys)
    .map(({ privateKey }) => sign(null, Buffer.from(approvalText(input)), privateKey).toString('base64'))
    .join(' '),
})

export type TestSigner = ReturnType<typeof openTestSigner>

/** Call `remove` at the end. `folder`: of an earlier signer. */
export function openTestSigner(policy: PolicyFile = POLICY, folder = mkdtempSync(join(tmpdir(), 'signer-'))) {
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy))
  const time = { now: 1_700_000_000_000 }
  const open = () => openSigner({ folder, passphrase: PASSPHRASE, policy: 'play', now: () => time.now })
  let signer = open()
  return {
    folder,
    time,
    sign: async (input: SignInput): Promise<SignerReply> => signer.answer({ id: '1', call: 'sign', input }),
    answer: (request: SignerRequest) => signer.answer(request),
    counters: async () => signer.answer({ id: '1', call: 'counters' }),
    xpub: async () => {
      const reply = await signer.answer({ id: '1', call: 'addresses' })
      return expectDefined('xpub' in reply ? reply.xpub : undefined, 'the signer tells its addresses')
    },
    /** As after a restart of the process. */
    reopen() {
      signer.close()
      signer = open()
    },
    close: () => signer.close(),
    remove() {
      signer.close()
      rmSync(folder, { recursive: true })
    },
  }
}

export const refusalOf = (reply: SignerReply): string | undefined => ('refused' in reply ? reply.refused : undefined)
