import { useAtomValue } from 'jotai'
import { coinTone } from '../../../components/coins/coin-icon.tsx'
import { type AllocationShare, allocationAtom, shareText } from '../../../state/portfolio/allocation.ts'
import { assetsText } from '../../../text/assets.ts'
import style from './allocation-bar.module.css'

const toneOf = ({ symbol }: AllocationShare): string => (symbol === undefined ? 'var(--line-strong)' : coinTone(symbol))

/** One segment per coin; the list below has the same content. Nothing with fewer than `least` of them. */
export function AllocationBar({ least }: { least: number }) {
  const allocation = useAtomValue(allocationAtom)
  if (allocation.length < least) return null
  return (
    <section className={style.allocation} aria-label={assetsText.holdings.shares}>
      <div className={style.bar} aria-hidden="true">
        {allocation.map((share) => (
          <i key={share.symbol} style={{ flexGrow: share.thousandths, background: toneOf(share) }} />
        ))}
      </div>
      <p>
        {allocation.map((share) => (
          <span key={share.symbol}>
            <i style={{ background: toneOf(share) }} />
            {assetsText.holdings.share(share.symbol ?? assetsText.holdings.rest, shareText(share.thousandths))}
          </span>
        ))}
      </p>
    </section>
  )
}
