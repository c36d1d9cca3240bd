import type { LiabilityReportView } from '../../../contract/liabilities/views.ts'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { grouped } from '../../format/numbers.ts'
import { liabilitiesText } from '../../text/liabilities.ts'
import { Cell, Section } from '../../ui/cells/cells.tsx'
import style from './liabilities-screen.module.css'

const text = liabilitiesText.totals

/** The total of each coin, and what the exchange has on each network. */
export function TotalsSection({ report: { totals, reserves } }: { report: LiabilityReportView }) {
  return (
    <Section title={text.title} footer={text.footer}>
      {totals.map(({ currency_id: id, symbol, amount }) => {
        const own = reserves.filter((reserve) => reserve.currency_id === id)
        return (
          <Cell
            key={id}
            before={<CoinIcon symbol={symbol} size={36} />}
            title={symbol}
            line={
              own.length === 0
                ? text.noReserves
                : own.map((reserve) => (
                    <span key={reserve.network} className={style.reserve}>
                      {text.reserves(grouped(reserve.amount), reserve.network_name)}
                    </span>
                  ))
            }
          >
            <b className={style.total}>{grouped(amount)}</b>
          </Cell>
        )
      })}
    </Section>
  )
}
