/** Reads the definition of a network from an operator's file. The engine checks what the values mean together. */

import { z } from 'zod'
import { canonicalAddress } from '../../chains/kinds/address.ts'
import { freeText, optionalFreeText } from '../../contract/free-text.ts'
import { parseUnits, type Units } from '../../contract/money.ts'

export const networkCode = z.string().trim().max(40)

const amount = z
  .string()
  .transform((text) => parseUnits(text))
  .refine((units) => units !== undefined, 'must be a plain decimal number')
  .transform((units) => units as Units)

const asset = z.strictObject({
  coin: z.string().trim().max(20),
  contract: z.string().trim().max(100).nullable(),
  decimals: z.int(),
  minDeposit: amount,
  withdrawFee: amount,
  minWithdraw: amount,
  maxWithdraw: amount,
  deposits: z.enum(['open', 'paused']),
  withdrawals: z.enum(['open', 'review', 'paused']),
  notice: optionalFreeText('the notice', 500).default(''),
})

/** `chainId` is negative on TON: -239 on the main network, -3 on the test network. `contract` becomes canonical. */
export const networkDefinition = z
  .strictObject({
    id: z.int().positive(),
    code: networkCode,
    name: freeText('the name', 40),
    kind: z.enum(['evm', 'ton']),
    chainId: z.int(),
    gasCoin: z.string().trim().max(20),
    assets: z.array(asset).min(1).max(200),
  })
  .transform((network, context) => ({
    ...network,
    assets: network.assets.map(({ contract, ...terms }, index) => {
      const canonical = contract === null ? null : canonicalAddress(network, contract)
      const path = ['assets', index, 'contract']
      if (canonical === undefined) context.addIssue({ code: 'custom', path, message: PROBLEMS[network.kind] })
      return { ...terms, contract: canonical ?? null }
    }),
  }))

const PROBLEMS = {
  evm: 'must be an address: 0x and 40 hex digits, in lower case or with the right checksum',
  ton: 'must be the address of a jetton master: EQ… or 0: and 64 hex digits',
} as const
