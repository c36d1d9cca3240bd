import { smallPriceText } from '../format/small-price.ts'

/** A formatted price; small ones as 0.0₄1237 with the full number for screen readers and as title. */
export function Price({ text, className }: { text: string; className?: string | undefined }) {
  const short = smallPriceText(text)
  if (short === text) return <span className={className}>{text}</span>
  return (
    <span className={className} title={text} role="img" aria-label={text}>
      {short}
    </span>
  )
}
