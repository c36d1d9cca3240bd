import style from './sparkline.module.css'

const [WIDTH, HEIGHT, EDGE] = [52, 26, 2]

type Props = {
  readonly prices: readonly string[]
  /** Change in 24 hours: gives the price 24 hours ago, which is older than the first hourly close. */
  readonly percent: string | null
  /** Its place and size. */
  readonly className?: string | undefined
}

/** Prices, oldest first, coloured by last against first, with a dotted line at the first. Empty below two points. */
export function Sparkline({ prices, percent, className = '' }: Props) {
  const closes = prices.map(Number)
  const now = closes.at(-1)
  const values = percent === null || now === undefined ? closes : [now / (1 + Number(percent) / 100), ...closes]
  const [first, last] = [values[0], values.at(-1)]
  if (first === undefined || last === undefined || values.length < 2)
    return <span className={`${style.sparkline} ${className}`} />
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : EDGE + ((most - value) / (most - least)) * (HEIGHT - 2 * EDGE)
  const points = values.map(
    (value, index) => `${((index / (values.length - 1)) * WIDTH).toFixed(1)},${y(value).toFixed(1)}`,
  )
  return (
    <svg
      className={`${style.sparkline} ${className}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      data-direction={last === first ? 'flat' : last > first ? 'up' : 'down'}
      aria-hidden="true"
    >
      <path d={`M0 ${y(first).toFixed(1)}H${WIDTH}`} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
