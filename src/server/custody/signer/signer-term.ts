/**
 * The term of this process with the signer: begun when it leads, before anything is signed. A process that led before, and hung
 * meanwhile, has a lower one, so that the signer refuses what it still sends.
 */

import type { Sequencer } from '../../sequencer/sequencer.ts'
import { type SignerClient, SignerUnavailable } from './signer-client.ts'

type LeadingSigner = {
  /** `sign`, `skip` and `versions` begin the term: before it, another process could sign one more version. */
  readonly client: SignerClient
  /** Does nothing after the first success. Throws `SignerUnavailable`, and what the sequencer throws. */
  begin(): Promise<void>
}

export function openSignerTerm(client: SignerClient, sequencer: Pick<Sequencer, 'read' | 'submit'>): LeadingSigner {
  let running: Promise<void> | undefined
  let hasBegun = false

  async function beginOnce(): Promise<void> {
    const { term: ofSigner } = await client.counters()
    const term = Math.max(ofSigner, await sequencer.read((state) => state.term)) + 1
    // First in the journal: a process that lost it begins no term.
    await sequencer.submit({ type: 'begin-term', term }, () => undefined)
    const refused = await client.lead(term)
    if (refused !== undefined) throw new SignerUnavailable(refused)
    hasBegun = true
  }

  function begin(): Promise<void> {
    if (hasBegun) return Promise.resolve()
    running ??= beginOnce().finally(() => {
      running = undefined
    })
    return running
  }

  return {
    begin,
    client: {
      ...client,
      versions: (payment) => begin().then(() => client.versions(payment)),
      sign: (input) => begin().then(() => client.sign(input)),
      skip: (input) => begin().then(() => client.skip(input)),
    },
  }
}
