import type { LiabilityReportView } from '../../../contract/liabilities/views.ts'
import { CoinIcon } from '../../components/coin-icon.tsx'
import { grouped } from '../../format/numbers.ts'
import { liabilitiesText } from '../../text/liabilities.ts'
import { Cell, Section } from '../../ui/cells/cells.tsx'
import style from './liabilities-screen.module.css'

const text = liabilitiesText.totals

/** The total of each coin, and beside it what the exchange has on each network. */
export function TotalsSection({ report: { totals, reserves } }: { report: LiabilityReportView }) {
  return (
    <Section title={text.title} aside={text.column} footer={text.footer}>
      {totals.map(({ currency_id: id, symbol, amount }) => {
        const own = reserves.filter((reserve) => reserve.currency_id === id)
        return (
          <Cell key={id} before={<CoinIcon symbol={symbol} size={36} />} title={symbol} line={grouped(amount)}>
            <span className={style.reserves}>
              {own.length === 0
                ? text.noReserves
                : own.map((reserve) => (
                    <span key={reserve.network}>{text.reserves(grouped(reserve.amount), reserve.network_name)}</span>
                  ))}
            </span>
          </Cell>
        )
      })}
    </Section>
  )
}
