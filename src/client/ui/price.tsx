import { smallPrice } from '../format/small-price.ts'

/** A price in words; tiny ones as 0.0₄1237 with the whole number for readers and pointers. */
export function Price({ words, className }: { words: string; className?: string }) {
  const small = smallPrice(words)
  if (!small) return <span className={className}>{words}</span>
  return (
    <span className={className} title={words} role="img" aria-label={words}>
      {small.head}
      <sub>{small.zeros}</sub>
      {small.digits}
    </span>
  )
}
