import type { ReactNode } from 'react'
import style from './ring.module.css'

/** In pixels. */
const SIZES = { small: { diameter: 40, stroke: 3 }, large: { diameter: 128, stroke: 10 } }

type Props = {
  /** 0 to 1. */
  fraction: number
  size: keyof typeof SIZES
  /** From one fraction to the next: the ring moves all that time. */
  stepMillis: number
  /** What the ring shows, in words. */
  label: string
  children: ReactNode
}

/** A ring around a figure, which fills from the top. */
export function Ring({ fraction, size, stepMillis, label, children }: Props) {
  const { diameter, stroke } = SIZES[size]
  const [center, radius] = [diameter / 2, (diameter - stroke) / 2]
  const length = 2 * Math.PI * radius
  const circle = { cx: center, cy: center, r: radius, strokeWidth: stroke }
  return (
    <span className={style.ring} data-size={size} role="img" aria-label={label}>
      <svg width={diameter} height={diameter} viewBox={`0 0 ${diameter} ${diameter}`} aria-hidden="true">
        <circle {...circle} />
        {fraction > 0 && (
          <circle
            {...circle}
            transform={`rotate(-90 ${center} ${center})`}
            strokeDasharray={length}
            strokeDashoffset={length * (1 - fraction)}
            style={{ transitionDuration: `${stepMillis}ms` }}
          />
        )}
      </svg>
      <span className={style.figure} aria-hidden="true">
        {children}
      </span>
    </span>
  )
}
