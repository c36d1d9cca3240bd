import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { grouped } from '../../format/numbers.ts'
import { clockTime, dateText, millisOf } from '../../format/times.ts'
import { copyTextAtom } from '../../state/app/copy-text.ts'
import { hostAtom } from '../../state/app/host.ts'
import { amountText, inverseRate, rateText } from '../../state/convert/convert-figures.ts'
import { transactionText } from '../../state/history/transaction-text.ts'
import { historyText } from '../../text/history.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CoinIcon } from '../coin-icon.tsx'
import { StatusLabel } from './status-label.tsx'
import style from './transaction-details.module.css'

const text = historyText.details

/** Everything that a row of the history says about one transaction. `children` follow its amount. */
export function TransactionDetails({ view, children }: { view: TransactionView; children?: ReactNode }) {
  const { figure, symbol } = transactionText(view)
  return (
    <>
      <div className={style.deal}>
        <CoinIcon symbol={symbol} size={44} />
        <p>
          <b data-long={figure.length > 12 || undefined}>{figure}</b> <span>{symbol}</span>
        </p>
      </div>
      {children}
      <dl className={style.details}>
        <Row name={text.status}>
          <span role="status">
            <StatusLabel view={view} />
          </span>
        </Row>
        <Conversion view={view} />
        {hasReason(view) && <Row name={text.reason}>{view.reason}</Row>}
        <OnChain view={view} />
        <Row name={text.time}>{`${dateText(view.created_at)}, ${clockTime(millisOf(view.created_at))}`}</Row>
        <Row name={text.utc}>{view.created_at.slice(0, 19).replace('T', ' ')}</Row>
        <CopyRow name={text.id} value={view.uuid} label={text.copy} />
      </dl>
    </>
  )
}

/** A sentence that says more than the type. */
const hasReason = ({ type, reason }: TransactionView): boolean =>
  type !== 'convert' && reason !== '' && reason !== historyText.one[type]

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

/** Network, address and hash of a deposit or withdrawal. */
function OnChain({ view }: { view: TransactionView }) {
  const { type, network, receive_amount, currency_symbol, address, memo, txid, explorer_url } = view
  const { openLink } = useAtomValue(hostAtom).platform
  if (network === null) return null
  return (
    <>
      {type === 'withdrawal' && receive_amount !== null && (
        <Row name={text.receive}>{amountText(receive_amount, currency_symbol)}</Row>
      )}
      <Row name={text.network}>{network}</Row>
      {address !== null && (
        <CopyRow name={type === 'deposit' ? text.from : text.to} value={address} label={text.copyAddress} />
      )}
      {memo !== null && <Row name={text.memo}>{memo}</Row>}
      {txid === null ? (
        <Row name={text.txid}>{text.noTxid}</Row>
      ) : (
        <CopyRow name={text.txid} value={txid} label={text.copyTxid}>
          {explorer_url !== null && (
            <IconButton label={text.explorer} onClick={() => openLink(explorer_url)}>
              <Icon name="external" size={20} />
            </IconButton>
          )}
        </CopyRow>
      )}
    </>
  )
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

type CopyRowProps = { name: string; value: string; label: string; children?: ReactNode }

function CopyRow({ name, value, label, children }: CopyRowProps) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <div>
      <dt>{name}</dt>
      <dd className={style.id}>
        <code>{value}</code>
        {children}
        <IconButton label={label} onClick={() => void copy(value)}>
          <Icon name="copy" size={20} />
        </IconButton>
      </dd>
    </div>
  )
}
