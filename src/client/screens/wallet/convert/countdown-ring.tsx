import { useAtomValue } from 'jotai'
import { countdownOf } from '../../../state/convert/preview.ts'
import { convertText } from '../../../text/convert.ts'
import style from './countdown-ring.module.css'

const SIZE = 40
const RADIUS = 18
const LENGTH = 2 * Math.PI * RADIUS

/** The time for which the quote is valid. Empty while a new one is requested. */
export function CountdownRing({ user }: { user: string }) {
  const { seconds, fraction } = useAtomValue(countdownOf(user)) ?? { seconds: undefined, fraction: 0 }
  return (
    <span
      className={style.ring}
      role="img"
      aria-label={seconds === undefined ? convertText.updating : convertText.secondsLeft(seconds)}
    >
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
        <circle
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - fraction)}
        />
      </svg>
      <b aria-hidden="true">{seconds ?? ''}</b>
    </span>
  )
}
