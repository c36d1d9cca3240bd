import { NONE, percentChange } from '../format/numbers.ts'

/** The change of a day. A sign always says what the colour says; unknown is a dash. */
export function Change({ percent, isSmall = false }: { percent: string | null; isSmall?: boolean }) {
  const words = percent === null ? NONE : percentChange(percent)
  const way = percent === null ? 'none' : /^[0.]*%$/.test(words) ? 'flat' : words.startsWith('+') ? 'up' : 'down'
  return (
    <span className="change" data-way={way} data-small={isSmall || undefined}>
      {words}
    </span>
  )
}
