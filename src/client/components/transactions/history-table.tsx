import { useAtomValue } from 'jotai'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { DASH } from '../../format/numbers.ts'
import { dayTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import { statusText } from '../../state/history/status-text.ts'
import { isIncoming, transactionCells, transactionText } from '../../state/history/transaction-text.ts'
import { assetsText } from '../../text/assets.ts'
import { historyText } from '../../text/history.ts'
import { Icon } from '../../ui/icon.tsx'
import { CoinIcon } from '../coins/coin-icon.tsx'
import style from './history-table.module.css'
import { StatusLabel } from './status-label.tsx'

const { columns } = historyText

type Props = { views: readonly TransactionView[]; onOpen: (view: TransactionView) => void }

/** The history of a desk, newest first. A row opens its details. */
export const HistoryTable = ({ views, onOpen }: Props) => (
  <table className={style.table}>
    <caption className="visually-hidden">{historyText.title}</caption>
    <thead>
      <tr>
        {Object.entries(columns).map(([key, name]) => (
          <th key={key} scope="col">
            {key === 'details' ? <span className="visually-hidden">{name}</span> : name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {views.map((view) => (
        <Row key={view.uuid} view={view} onOpen={() => onOpen(view)} />
      ))}
    </tbody>
  </table>
)

function Row({ view, onOpen }: { view: TransactionView; onOpen: () => void }) {
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const { title, figure, symbol, under } = transactionText(view)
  const { type, kind, asset, price, fee } = transactionCells(view)
  return (
    <tr>
      <td>
        <time dateTime={view.created_at}>{dayTime(view.created_at, now)}</time>
      </td>
      <th scope="row">
        <b data-side={view.order?.side}>{type}</b>
        {kind !== '' && <small>{kind}</small>}
      </th>
      <td className={style.asset}>
        <CoinIcon symbol={symbol} />
        {asset}
      </td>
      <td>
        <b data-incoming={isIncoming(figure) && !isHidden ? true : undefined}>
          {isHidden ? assetsText.wallet.hidden : `${figure} ${symbol}`}
        </b>
        {!isHidden && under.map((line) => <small key={line}>{line}</small>)}
      </td>
      <td>{price}</td>
      <td>{isHidden && fee !== DASH ? assetsText.wallet.hidden : fee}</td>
      <td>
        <StatusLabel view={view} />
      </td>
      <td>
        <button type="button" className={style.open} aria-label={`${title}, ${statusText(view).name}`} onClick={onOpen}>
          <Icon name="chevron-right" size={20} />
        </button>
      </td>
    </tr>
  )
}
