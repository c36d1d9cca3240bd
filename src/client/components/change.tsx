import { DASH, directionOf, percentChange } from '../format/numbers.ts'
import style from './change.module.css'

type Props = {
  percent: string | null
  isSmall?: boolean
  /** Not live: without colour. */
  isStale?: boolean
  /** Its place. */
  className?: string | undefined
}

/** A change in percent, with a sign, so that colour is not the only mark; a dash when unknown. */
export function Change({ percent, isSmall = false, isStale = false, className = '' }: Props) {
  const text = percent === null ? DASH : percentChange(percent)
  const direction = percent === null ? 'none' : isStale ? 'flat' : directionOf(text)
  return (
    <span className={`${style.change} ${className}`} data-direction={direction} data-small={isSmall || undefined}>
      {text}
    </span>
  )
}
