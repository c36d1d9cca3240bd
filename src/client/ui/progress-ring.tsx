import type { ReactNode } from 'react'
import style from './progress-ring.module.css'

const SIZE = 128
const STROKE = 8
const RADIUS = (SIZE - STROKE) / 2
const LENGTH = 2 * Math.PI * RADIUS
const TICKS = Array.from({ length: 8 }, (_, index) => index * 45)

type Props = {
  /** 0 to 1. */
  fraction: number
  /** What the ring shows, in words. */
  label: string
  children: ReactNode
}

/** A ring with eight ticks around a figure. */
export function ProgressRing({ fraction, label, children }: Props) {
  return (
    <div className={style.ring} role="img" aria-label={label}>
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <circle className={style.track} cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
        {TICKS.map((angle) => (
          <line
            key={angle}
            className={style.tick}
            x1={SIZE / 2}
            x2={SIZE / 2}
            y1={13}
            y2={17}
            transform={`rotate(${angle} ${SIZE / 2} ${SIZE / 2})`}
          />
        ))}
        <circle
          className={style.value}
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - fraction)}
        />
      </svg>
      <div className={style.figure} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}
