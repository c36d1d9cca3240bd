import { useRef } from 'react'
import style from './percent-slider.module.css'

const STOPS = [0, 25, 50, 75, 100] as const
const SNAP = 3

type Props = {
  label: string
  percent: number
  valueText: string
  onSlide: (percent: number) => void
  isOff?: boolean
  /** Its place. */
  className?: string | undefined
}

/** 0 to 100: drags snap to quarters, arrow keys move by 1, Page Up and Page Down by 25. */
export function PercentSlider({ label, percent, valueText, onSlide, isOff, className = '' }: Props) {
  const isDragged = useRef(false)
  const slide = (to: number) => onSlide(Math.min(100, Math.max(0, to)))
  return (
    <div className={`${style.slider} ${className}`} style={{ '--percent': percent } as React.CSSProperties}>
      <div className={style.track} aria-hidden="true">
        {STOPS.map((stop) => (
          <i key={stop} data-filled={stop <= percent || undefined} style={{ '--stop': stop } as React.CSSProperties} />
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={isOff}
        aria-label={label}
        aria-valuetext={valueText}
        onPointerDown={() => {
          isDragged.current = true
        }}
        onPointerUp={() => {
          isDragged.current = false
        }}
        onKeyDown={(event) => {
          if (event.key !== 'PageUp' && event.key !== 'PageDown') return
          event.preventDefault()
          slide(percent + (event.key === 'PageUp' ? 25 : -25))
        }}
        onChange={({ target }) => {
          const to = Number(target.value)
          const stop = STOPS.find((one) => Math.abs(one - to) <= SNAP)
          slide(isDragged.current && stop !== undefined ? stop : to)
        }}
      />
      <div className={style.stops}>
        {STOPS.map((stop) => (
          <button
            key={stop}
            type="button"
            tabIndex={-1}
            disabled={isOff}
            style={{ '--stop': stop } as React.CSSProperties}
            data-current={stop === percent || undefined}
            onClick={() => slide(stop)}
          >
            {stop}%
          </button>
        ))}
      </div>
    </div>
  )
}
