import type { ReactNode } from 'react'
import style from './progress-ring.module.css'

const SIZE = 128
const STROKE = 10
const RADIUS = (SIZE - STROKE) / 2
const LENGTH = 2 * Math.PI * RADIUS

type Props = {
  /** 0 to 1. */
  fraction: number
  /** What the ring shows, in words. */
  label: string
  children: ReactNode
}

/** A ring around a figure, which fills from the top. */
export function ProgressRing({ fraction, label, children }: Props) {
  return (
    <div className={style.ring} role="img" aria-label={label}>
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <circle className={style.track} cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
        {fraction > 0 && (
          <circle
            className={style.value}
            cx={SIZE / 2}
            cy={SIZE / 2}
            r={RADIUS}
            transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
            strokeDasharray={LENGTH}
            strokeDashoffset={LENGTH * (1 - fraction)}
          />
        )}
      </svg>
      <div className={style.figure} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
