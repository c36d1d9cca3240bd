import { NONE, percentChange, wayOf } from '../format/numbers.ts'

type Props = {
  percent: string | null
  isSmall?: boolean
  /** Not live: it keeps its sign and loses its colour. */
  isOld?: boolean
}

/** The change of a day. A sign always says what the colour says; unknown is a dash. */
export function Change({ percent, isSmall = false, isOld = false }: Props) {
  const words = percent === null ? NONE : percentChange(percent)
  const way = percent === null ? 'none' : isOld ? 'flat' : wayOf(words)
  return (
    <span className="change" data-way={way} data-small={isSmall || undefined}>
      {words}
    </span>
  )
}
