import { useAtomValue } from 'jotai'
import { countdownOf, TICK_MILLIS } from '../../../state/convert/preview.ts'
import { convertText } from '../../../text/convert.ts'
import { Ring } from '../../../ui/ring.tsx'

/** The time for which the quote is valid. Empty while a new one is requested. */
export function CountdownRing({ user }: { user: string }) {
  const { seconds, fraction } = useAtomValue(countdownOf(user)) ?? { seconds: undefined, fraction: 0 }
  const label = seconds === undefined ? convertText.updating : convertText.secondsLeft(seconds)
  return (
    <Ring size="small" fraction={fraction} stepMillis={TICK_MILLIS} label={label}>
      <b>{seconds ?? ''}</b>
    </Ring>
  )
}
