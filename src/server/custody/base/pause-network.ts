import type { NetworkId } from '../../../contract/ids.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'

/** Until an operator has looked at it, nothing is credited or sent. */
export function pauseNetwork(
  { sequencer }: { readonly sequencer: Pick<Sequencer, 'submit'> },
  network: NetworkId,
  reason: string,
): Promise<void> {
  const command = { type: 'set-network-paused', network, paused: true, operator: null, reason } as const
  return sequencer.submit(command, () => undefined)
}
