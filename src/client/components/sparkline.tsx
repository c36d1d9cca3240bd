const [WIDTH, HEIGHT, EDGE] = [52, 26, 2]

type Props = {
  readonly prices: readonly string[]
  /** The day's change: the first close is an hour younger than the price that the change is counted from. */
  readonly percent: string | null
}

/** Where a price went, oldest first: coloured by last against first, a dotted line at the first. Nothing for nothing. */
export function Sparkline({ prices, percent }: Props) {
  const closes = prices.map(Number)
  const now = closes.at(-1)
  const values = percent === null || now === undefined ? closes : [now / (1 + Number(percent) / 100), ...closes]
  const [first, last] = [values[0], values.at(-1)]
  if (first === undefined || last === undefined || values.length < 2) return <span className="sparkline" />
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : EDGE + ((most - value) / (most - least)) * (HEIGHT - 2 * EDGE)
  const points = values.map(
    (value, place) => `${((place / (values.length - 1)) * WIDTH).toFixed(1)},${y(value).toFixed(1)}`,
  )
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      data-way={last === first ? 'flat' : last > first ? 'up' : 'down'}
      aria-hidden="true"
    >
      <path d={`M0 ${y(first).toFixed(1)}H${WIDTH}`} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
