import '../styles/balance.css'
import { type PointerEvent, type ReactNode, useState } from 'react'
import type { Way } from '../format/numbers.ts'

type Props = {
  /** Oldest first, evenly apart; figures as the wire has them. */
  values: readonly string[]
  way: Way
  label: string
  /** What a point says, by its place. */
  read: (place: number) => string
}

const [TOP, BOTTOM] = [20, 86]

/**
 * Where a figure went, from edge to edge, with a dotted line at where it began and a dot at now. A pointer reads a
 * point, and so do the arrow keys: it is a range of points to a keyboard and to a reader of the screen.
 */
export function ValueLine({ values, way, label, read }: Props) {
  const [at, setAt] = useState<number>()
  const heights = heightsOf(values)
  const last = heights.length - 1
  const place = Math.min(at ?? last, last)
  const x = (index: number) => (last === 0 ? 100 : (index / last) * 100)
  const path = heights.map((height, index) => `${x(index).toFixed(2)} ${height.toFixed(2)}`)
  const line = `M${last === 0 ? `0 ${heights[0]}L` : ''}${path.join('L')}`
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const share = (clientX - box.left) / box.width
    setAt(Math.round(Math.min(1, Math.max(0, share)) * last))
  }
  return (
    <div className="value-line" data-way={way}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path className="value-line-area" d={`${line}V100H0Z`} />
        <path className="value-line-start" d={`M0 ${heights[0]}H100`} />
        <path className="value-line-path" d={line} />
      </svg>
      <span className="value-line-plot">
        {at !== undefined && <i style={{ left: `${x(place)}%` }} />}
        <b style={{ left: `${x(place)}%`, top: `${heights[place]}%` }} />
        <input
          type="range"
          min={0}
          max={last}
          value={place}
          aria-label={label}
          aria-valuetext={read(place)}
          onFocus={() => setAt(last)}
          onChange={({ target }) => setAt(Number(target.value))}
          onPointerMove={follow}
          onPointerLeave={() => setAt(undefined)}
          onBlur={() => setAt(undefined)}
        />
      </span>
      {at !== undefined && <output style={{ left: `${x(place)}%`, translate: `-${x(place)}%` }}>{read(place)}</output>}
    </div>
  )
}

/** The same place without a line: it is on its way, or it did not come. */
export function NoLine({ children }: { children?: ReactNode }) {
  return <div className="value-line value-line-none">{children}</div>
}

/** From the top, in hundredths. */
function heightsOf(values: readonly string[]): readonly number[] {
  const figures = values.map(Number)
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  if (most === least) return figures.map(() => (TOP + BOTTOM) / 2)
  return figures.map((figure) => TOP + ((most - figure) / (most - least)) * (BOTTOM - TOP))
}
