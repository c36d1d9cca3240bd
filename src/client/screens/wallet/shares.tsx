import { useAtomValue } from 'jotai'
import { type Share, sharesAtom, shareWords } from '../../atoms/shares.ts'
import { holdings } from '../../text/en-assets.ts'
import { coinTone } from '../../ui/coin.tsx'

const toneOf = ({ symbol }: Share): string => (symbol === undefined ? 'var(--line-strong)' : coinTone(symbol))

/** One bar, a piece a coin. The words below it say the same. */
export function Shares() {
  const shares = useAtomValue(sharesAtom)
  return (
    <section className="shares" aria-label={holdings.shares}>
      <div className="shares-bar" aria-hidden="true">
        {shares.map((share) => (
          <i key={share.symbol} style={{ flexGrow: share.thousandths, background: toneOf(share) }} />
        ))}
      </div>
      <p>
        {shares.map((share) => (
          <span key={share.symbol}>
            <i style={{ background: toneOf(share) }} />
            {holdings.share(share.symbol ?? holdings.rest, shareWords(share.thousandths))}
          </span>
        ))}
      </p>
    </section>
  )
}
