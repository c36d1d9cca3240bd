import { type PointerEvent, type ReactNode, useState } from 'react'
import type { Direction } from '../../format/numbers.ts'
import style from './value-chart.module.css'

type Props = {
  /** Decimal strings at equal intervals, oldest first. */
  values: readonly string[]
  direction: Direction
  /** The share of the largest value that fills at least the height: a smaller change looks smaller. 0: none. */
  leastSpan?: number
  label: string
  /** Text for the point at an index. */
  pointText: (index: number) => string
  /** The figure at an index: names the highest and the lowest one. */
  extremeText?: (index: number) => string
  /** Its place and height. */
  className?: string | undefined
}

const [TOP, BOTTOM] = [20, 86]

/**
 * A line chart with a dotted line at the first value and a dot at the last. Pointer and arrow keys select a point:
 * for keyboards and screen readers it is a range input.
 */
export function ValueChart({ values, direction, leastSpan = 0, label, pointText, extremeText, className = '' }: Props) {
  const [at, setAt] = useState<number>()
  const heights = heightsOf(values, leastSpan)
  const last = heights.length - 1
  const index = Math.min(at ?? last, last)
  const x = (index: number) => (last === 0 ? 100 : (index / last) * 100)
  const path = heights.map((height, index) => `${x(index).toFixed(2)} ${height.toFixed(2)}`)
  const line = `M${last === 0 ? `0 ${heights[0]}L` : ''}${path.join('L')}`
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const share = (clientX - box.left) / box.width
    setAt(Math.round(Math.min(1, Math.max(0, share)) * last))
  }
  return (
    <div className={`${style.chart} ${className}`} data-direction={direction}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className={style.area} d={`${line}V100H0Z`} />
        <path className={style.start} d={`M0 ${heights[0]}H100`} />
        <path className={style.line} d={line} />
      </svg>
      <span className={style.plot}>
        {at !== undefined && <i style={{ left: `${x(index)}%` }} />}
        <b style={{ left: `${x(index)}%`, top: `${heights[index]}%` }} />
        <input
          type="range"
          min={0}
          max={last}
          value={index}
          aria-label={label}
          aria-valuetext={pointText(index)}
          onFocus={() => setAt(last)}
          onChange={({ target }) => setAt(Number(target.value))}
          onPointerMove={follow}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
        />
      </span>
      {at === undefined && extremeText && <Extremes heights={heights} x={x} textOf={extremeText} />}
      {at !== undefined && (
        <output style={{ left: `${x(index)}%`, transform: `translateX(-${x(index)}%)` }}>{pointText(index)}</output>
      )}
    </div>
  )
}

type ExtremesProps = { heights: readonly number[]; x: (index: number) => number; textOf: (index: number) => string }

/** The first highest and the first lowest point; nothing for a flat line. */
function Extremes({ heights, x, textOf }: ExtremesProps) {
  const [most, least] = [heights.indexOf(Math.min(...heights)), heights.indexOf(Math.max(...heights))]
  if (most === least) return null
  return [most, least].map((index) => (
    <small
      key={index}
      className={style.extreme}
      style={{
        left: `${x(index)}%`,
        top: `${heights[index]}%`,
        transform: `translate(-${x(index)}%, ${index === most ? 'calc(-100% - 3px)' : '3px'})`,
      }}
      aria-hidden="true"
    >
      {textOf(index)}
    </small>
  ))
}

/** An empty chart of the same size, for the loading and error states. */
export function EmptyChart({ children, className = '' }: { children?: ReactNode; className?: string | undefined }) {
  return <div className={`${style.chart} ${style.empty} ${className}`}>{children}</div>
}

/** The line of a value that has not changed for long enough to draw another one; the text says why. */
export const FlatChart = ({ children, className = '' }: { children: string; className?: string | undefined }) => (
  <div className={`${style.chart} ${style.flat} ${className}`}>
    <p className="visually-hidden">{children}</p>
  </div>
)

/** Distances from the top in percent. */
function heightsOf(values: readonly string[], leastSpan: number): readonly number[] {
  const figures = values.map(Number)
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  const span = Math.max(most - least, most * leastSpan)
  if (span === 0) return figures.map(() => (TOP + BOTTOM) / 2)
  const middle = (most + least) / 2
  return figures.map((figure) => (TOP + BOTTOM) / 2 + ((middle - figure) / span) * (BOTTOM - TOP))
}
