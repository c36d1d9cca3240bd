/**
 * The term of this process with the signer: begun when it leads, before anything is signed. A process that led before, and hung
 * meanwhile, has a lower one, so that the signer refuses what it still sends. A signer in place of another one is used once it was
 * accepted (`accept-signer`).
 */

import { networksOf, type State } from '../../../engine/exchange.ts'
import { TERM_UNKNOWN } from '../../../signer/protocol.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { type SignerClient, SignerUnavailable } from './signer-client.ts'

/** Another signer answers than the one of the journal: an operator decides whether it is used. */
export class SignerNotAccepted extends SignerUnavailable {
  constructor() {
    super('another signer answers than before: run "npm run operator -- signer accept"')
  }
}

type LeadingSigner = {
  /**
   * `sign`, `skip` and `versions` begin the term: before it, another process could sign one more version. So does `counters`, so that
   * books are compared with a signer that is used.
   */
  readonly client: SignerClient
  /** Asks each time which signer answers. Throws `SignerUnavailable`, `SignerNotAccepted`, and what the sequencer throws. */
  begin(): Promise<void>
}

export function openSignerTerm(client: SignerClient, sequencer: Pick<Sequencer, 'read' | 'submit'>): LeadingSigner {
  let running: Promise<void> | undefined
  /** The signer that has noted the term. */
  let begunWith: string | undefined

  async function beginOnce(): Promise<void> {
    const instance = await client.instance()
    if (instance === begunWith) return
    begunWith = undefined
    const { reason, term: ofJournal } = await sequencer.read((state) => ({
      reason: acceptance(state, instance),
      term: state.term,
    }))
    if (reason !== undefined)
      await sequencer.submit({ type: 'accept-signer', instance, operator: null, reason }, () => undefined)
    const { term: ofSigner } = await client.counters()
    const term = Math.max(ofSigner, ofJournal) + 1
    // First in the journal: a process that lost it begins no term.
    await sequencer.submit({ type: 'begin-term', term }, () => undefined)
    const refused = await client.lead(term, instance)
    if (refused !== undefined) throw new SignerUnavailable(refused)
    begunWith = instance
  }

  function begin(): Promise<void> {
    running ??= beginOnce().finally(() => {
      running = undefined
    })
    return running
  }
  const begun = (): Promise<void> => (begunWith === undefined ? begin() : Promise.resolve())
  /** Another signer does not know the term: it is begun again, or not accepted. */
  function noteRefusal(refused: string | undefined): void {
    if (refused === TERM_UNKNOWN) begunWith = undefined
  }

  return {
    begin,
    client: {
      ...client,
      counters: () => begun().then(client.counters),
      versions: (payment) => begun().then(() => client.versions(payment)),
      async sign(input) {
        await begun()
        const signed = await client.sign(input)
        noteRefusal('refused' in signed ? signed.refused : undefined)
        return signed
      },
      async skip(input) {
        await begun()
        const refused = await client.skip(input)
        noteRefusal(refused)
        return refused
      },
    },
  }
}

/** Why the server accepts the signer by itself; undefined if it is the one of the journal. Throws `SignerNotAccepted`. */
function acceptance(state: State, instance: string): string | undefined {
  if (state.signer === instance) return undefined
  if (state.signer === '') return 'the first signer of this journal'
  // The networks wait for `reconcile` already.
  if (networksOf(state).every(({ restoredAt }) => restoredAt !== null)) return 'another signer, after a restore'
  throw new SignerNotAccepted()
}
