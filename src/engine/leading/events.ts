import type { Millis } from '../../contract/ids.ts'

type TermBegun = { readonly type: 'term-begun'; readonly term: number }

type SignerAccepted = {
  readonly type: 'signer-accepted'
  readonly at: Millis
  readonly instance: string
  readonly reason: string
}

export type LeadingEvent = TermBegun | SignerAccepted
