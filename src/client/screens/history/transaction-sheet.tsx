import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { CoinIcon } from '../../components/coin-icon.tsx'
import { grouped } from '../../format/numbers.ts'
import { clockTime, dateText, millisOf } from '../../format/times.ts'
import { copyTextAtom } from '../../state/app/copy-text.ts'
import { amountText, inverseRate, rateText } from '../../state/convert/convert-figures.ts'
import { transactionText } from '../../state/history/transaction-text.ts'
import { appText } from '../../text/app.ts'
import { historyText } from '../../text/history.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import style from './history-screen.module.css'

const text = historyText.details

/** Everything that is known about one transaction. */
export function TransactionSheet({ view, onClose }: { view: TransactionView; onClose: () => void }) {
  const { figure, symbol } = transactionText(view)
  const copy = useSetAtom(copyTextAtom)
  return (
    <Sheet title={historyText.one[view.type]} close={appText.close} onClose={onClose}>
      <div className={style.deal}>
        <CoinIcon symbol={symbol} size={44} />
        <p>
          <b data-long={figure.length > 12 || undefined}>{figure}</b> <span>{symbol}</span>
        </p>
      </div>
      <dl className={style.details}>
        <Conversion view={view} />
        {view.type !== 'convert' && view.reason !== '' && <Row name={text.reason}>{view.reason}</Row>}
        <Row name={text.status}>{text.completed}</Row>
        <Row name={text.time}>{`${dateText(view.created_at)}, ${clockTime(millisOf(view.created_at))}`}</Row>
        <Row name={text.utc}>{view.created_at.slice(0, 19).replace('T', ' ')}</Row>
        <Row name={text.id}>
          <code>{view.uuid}</code>
          <IconButton label={text.copy} onClick={() => void copy(view.uuid)}>
            <Icon name="copy" size={20} />
          </IconButton>
        </Row>
      </dl>
    </Sheet>
  )
}

/** Paid amount and rate of a conversion; the fee where there was one. */
function Conversion({ view }: { view: TransactionView }) {
  const { amount, currency_symbol: from, to_amount, to_currency_symbol: to, rate, fee, fee_symbol } = view
  return (
    <>
      {to_amount !== null && to !== null && (
        <>
          <Row name={text.paid}>{amountText(amount, from)}</Row>
          <Row name={text.received}>{amountText(to_amount, to)}</Row>
          {rate !== null && <Row name={text.rate}>{rateText(rate, inverseRate(amount, to_amount), from, to)}</Row>}
        </>
      )}
      {/[1-9]/.test(fee) && <Row name={text.fee}>{`${grouped(fee)} ${fee_symbol}`}</Row>}
    </>
  )
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
