import type { ReferralsView } from '../../../contract/referrals/views.ts'
import { FigureTiles } from '../../components/referrals/figure-tiles.tsx'
import { grouped, withDecimals } from '../../format/numbers.ts'
import { tierProgress } from '../../state/referrals/tier-progress.ts'
import { referralsText } from '../../text/referrals.ts'
import { Progress, Section } from '../../ui/cells/cells.tsx'
import style from './referrals-screen.module.css'

/** The commissions so far, and the tier with the way to the next one. */
export function ProfitSection({ view }: { view: ReferralsView }) {
  const { profit, profits, count, active_count, commission_percent } = view
  const { next, missing, percent } = tierProgress(view)
  const line = next === undefined ? referralsText.highest : referralsText.toNext(missing, next.percent)
  return (
    <Section kind="plain">
      <p className={style.label}>{referralsText.profit}</p>
      <div className={style.profit}>
        {grouped(withDecimals(profit, 2))} <small>{referralsText.unit}</small>
      </div>
      <p className={style.label}>{referralsText.valued}</p>
      {profits.length > 0 && (
        <ul className={style.amounts} aria-label={referralsText.amounts}>
          {profits.map(({ currency_symbol: symbol, amount }) => (
            <li key={symbol}>
              {grouped(amount)} {symbol}
            </li>
          ))}
        </ul>
      )}
      <FigureTiles
        tiles={[
          { name: referralsText.count, figure: grouped(String(count)) },
          { name: referralsText.active, figure: grouped(String(active_count)) },
          { name: referralsText.share, figure: `${commission_percent}%` },
        ]}
      />
      <div className={style.tier}>
        <Progress label={referralsText.progress} percent={percent} text={line} />
        <p className={style.label}>{line}</p>
      </div>
    </Section>
  )
}
