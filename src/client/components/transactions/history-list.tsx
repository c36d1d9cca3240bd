import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import { pages } from '../../../contract/pages.ts'
import type { HistoryType, TransactionView } from '../../../contract/transactions/views.ts'
import { minuteTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import { historyGroups } from '../../state/history/history-groups.ts'
import { statusText } from '../../state/history/status-text.ts'
import { averageText, isIncoming, transactionText } from '../../state/history/transaction-text.ts'
import { filterQuery, type HistoryFilter, historyOf } from '../../state/history/transactions.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { historyText } from '../../text/history.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Cell, Placeholder } from '../../ui/cells/cells.tsx'
import { PagedCells } from '../cell-states.tsx'
import { CoinIcon } from '../coins/coin-icon.tsx'
import { depositPath, withdrawPath } from '../money-paths.ts'
import style from './history-list.module.css'
import { HistoryTable } from './history-table.tsx'
import { StatusLabel } from './status-label.tsx'
import { TransactionSheet } from './transaction-sheet.tsx'

const ACTIONS: Readonly<Record<HistoryType, string>> = {
  all: pages.trade,
  trade: pages.trade,
  deposit: depositPath(),
  withdrawal: withdrawPath(),
  convert: '/wallet?convert',
  reward: '/earn',
  referral: '/frens',
}

type Props = {
  user: string
  filter: HistoryFilter
  /** Where the filter is no choice of the user. */
  empty?: ReactNode
  /** The whole page has place for a table. */
  isTable?: boolean
}

/** The transactions of one filter; a row opens its details. */
export function HistoryList({ user, filter, empty, isTable = false }: Props) {
  const { list, load, next } = historyOf(user)(filter)
  const [transactions, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const [opened, open] = useState<TransactionView>()
  const isOffline = useAtomValue(isStaleAtom)
  const now = useAtomValue(clockAtom)
  return (
    <>
      <PagedCells
        list={transactions}
        failed={historyText.failed}
        failedLine={isOffline ? appText.errors.unreachable : historyText.failedLine}
        more={historyText.more}
        empty={empty ?? <Empty filter={filter} />}
        onRetry={() => void retry()}
        onMore={() => void more()}
        groups={(items) => historyGroups(items, now)}
        whole={isTable ? (items) => <HistoryTable views={items} onOpen={open} /> : undefined}
      >
        {(view) => <TransactionCell key={view.uuid} view={view} onPress={() => open(view)} />}
      </PagedCells>
      {opened && <TransactionSheet user={user} view={opened} onClose={() => open(undefined)} />}
    </>
  )
}

function Empty({ filter: { type, currency, days } }: { filter: HistoryFilter }) {
  const { title, line, action } = historyText.empty[type]
  const isFiltered = currency !== undefined || days !== undefined
  return (
    <Placeholder icon="history" title={title} line={isFiltered ? historyText.filtered : line}>
      <ButtonLink
        to={isFiltered ? `/history?${filterQuery({ type, currency: undefined, days: undefined })}` : ACTIONS[type]}
        size="small"
      >
        {isFiltered ? historyText.showAll : action}
      </ButtonLink>
    </Placeholder>
  )
}

function TransactionCell({ view, onPress }: { view: TransactionView; onPress: () => void }) {
  const isHidden = useAtomValue(amountsHiddenAtom)
  const { title, figure, symbol } = transactionText(view)
  return (
    <Cell
      before={<CoinIcon symbol={symbol} size={36} />}
      title={
        <span className={style.line}>
          <span>{title}</span>
          <span data-incoming={isIncoming(figure) && !isHidden ? true : undefined}>
            {isHidden ? assetsText.wallet.hidden : figure} <small>{symbol}</small>
          </span>
        </span>
      }
      line={
        <span className={style.line}>
          <time dateTime={view.created_at}>{minuteTime(view.created_at)}</time>
          <span>
            <Detail view={view} />
          </span>
        </span>
      }
      onPress={onPress}
      hasChevron={false}
    />
  )
}

/** The status and network of what was moved, what a conversion cost, or what an order paid at which price. */
function Detail({ view }: { view: TransactionView }) {
  const isHidden = useAtomValue(amountsHiddenAtom)
  const { detail, under } = transactionText(view)
  const { tone, name } = statusText(view)
  if (view.type === 'deposit' || view.type === 'withdrawal')
    return tone === 'good' ? [name, detail].filter((part) => part !== '').join(', ') : <StatusLabel view={view} />
  if (view.type === 'convert') return isHidden ? assetsText.wallet.hidden : under[0]
  if (view.order === null || isHidden) return detail
  return (
    <span className={style.deal}>
      <span>{historyText.paidAt(under[0] ?? '', averageText(view.order.price))}</span>
      <span>{historyText.kindNote(historyText.kinds[view.order.type])}</span>
    </span>
  )
}
