import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { grouped } from '../../format/numbers.ts'
import { clockTime, dateText, millisOf } from '../../format/times.ts'
import { hostAtom } from '../../state/app/host.ts'
import { amountText, inverseRate, rateText } from '../../state/convert/convert-figures.ts'
import { averageText, transactionText } from '../../state/history/transaction-text.ts'
import { historyText } from '../../text/history.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CoinIcon } from '../coins/coin-icon.tsx'
import { CopyRow, DetailRow, DetailsList } from '../details-list.tsx'
import { StatusLabel } from './status-label.tsx'
import style from './transaction-details.module.css'

const text = historyText.details

/** Everything that a row of the history says about one transaction. `children` follow its amount. */
export function TransactionDetails({ view, children }: { view: TransactionView; children?: ReactNode }) {
  const { figure, symbol, under } = transactionText(view)
  return (
    <>
      <div className={style.deal}>
        <CoinIcon symbol={symbol} size={44} />
        <p>
          <b data-long={figure.length > 12 || undefined}>{figure}</b> <span>{symbol}</span>
          {view.type === 'trade' && <small>{under.join(', ')}</small>}
        </p>
      </div>
      {children}
      <DetailsList>
        <DetailRow name={text.status}>
          <span role="status">
            <StatusLabel view={view} />
          </span>
        </DetailRow>
        <Conversion view={view} />
        {view.order !== null && (
          <>
            <DetailRow
              name={text.order}
            >{`${historyText.kinds[view.order.type]}, ${view.order.pair_symbol}`}</DetailRow>
            <DetailRow
              name={text.price}
            >{`${averageText(view.order.price)} ${view.order.pair_symbol.split('/')[1]}`}</DetailRow>
          </>
        )}
        {view.count !== null && (
          <>
            <DetailRow name={text.count}>{grouped(String(view.count))}</DetailRow>
            <DetailRow name={text.sum}>{amountText(view.amount, view.currency_symbol)}</DetailRow>
          </>
        )}
        {hasReason(view) && <DetailRow name={text.reason}>{view.reason}</DetailRow>}
        <OnChain view={view} />
        <DetailRow name={text.time}>
          <time title={text.utc(view.created_at.slice(0, 19).replace('T', ' '))}>
            {`${dateText(view.created_at)}, ${clockTime(millisOf(view.created_at))}`}
          </time>
        </DetailRow>
        <CopyRow name={text.id} value={view.uuid} short={shortId(view.uuid)} label={text.copy} />
      </DetailsList>
    </>
  )
}

const shortId = (uuid: string) => `${uuid.slice(0, 8)}…${uuid.slice(-4)}`

/** A sentence that says more than the type. */
const hasReason = ({ type, reason }: TransactionView): boolean =>
  type !== 'convert' && type !== 'trade' && reason !== '' && reason !== historyText.one[type]

/** Paid amount, rate and change of a conversion; a trade has its amounts above. The fee where there was one. */
function Conversion({ view }: { view: TransactionView }) {
  const { amount, currency_symbol: from, to_amount, to_currency_symbol: to, rate, fee, fee_symbol, change } = view
  return (
    <>
      {view.type !== 'trade' && to_amount !== null && to !== null && (
        <>
          <DetailRow name={text.paid}>{amountText(amount, from)}</DetailRow>
          <DetailRow name={text.received}>{amountText(to_amount, to)}</DetailRow>
          {change !== null && <DetailRow name={text.change}>{amountText(change, view.change_symbol ?? '')}</DetailRow>}
          {rate !== null && (
            <DetailRow name={text.rate}>{rateText(rate, inverseRate(amount, to_amount), from, to)}</DetailRow>
          )}
        </>
      )}
      {/[1-9]/.test(fee) && <DetailRow name={text.fee}>{`${grouped(fee)} ${fee_symbol}`}</DetailRow>}
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
        <DetailRow name={text.receive}>{amountText(receive_amount, currency_symbol)}</DetailRow>
      )}
      <DetailRow name={text.network}>{network}</DetailRow>
      {address !== null && (
        <CopyRow name={type === 'deposit' ? text.from : text.to} value={address} label={text.copyAddress} />
      )}
      {memo !== null && <DetailRow name={text.memo}>{memo}</DetailRow>}
      {txid === null ? (
        <DetailRow name={text.txid}>{text.noTxid}</DetailRow>
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
