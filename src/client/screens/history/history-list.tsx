import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { TransactionType, TransactionView } from '../../../contract/transactions/views.ts'
import { PagedCells } from '../../components/cell-states.tsx'
import { CoinIcon } from '../../components/coins/coin-icon.tsx'
import { depositPath, withdrawPath } from '../../components/money-paths.ts'
import { StatusLabel } from '../../components/transactions/status-label.tsx'
import { TransactionSheet } from '../../components/transactions/transaction-sheet.tsx'
import { dayTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import { transactionText } from '../../state/history/transaction-text.ts'
import { filterQuery, type HistoryFilter, historyOf } from '../../state/history/transactions.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { historyText } from '../../text/history.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Cell, Placeholder } from '../../ui/cells/cells.tsx'
import style from './history-screen.module.css'

const ACTIONS: Readonly<Record<TransactionType, string>> = {
  deposit: depositPath(),
  withdrawal: withdrawPath(),
  convert: '/wallet?convert',
  reward: '/earn',
  referral: '/frens',
}

/** The transactions of one filter; a row opens its details. */
export function HistoryList({ user, filter }: { user: string; filter: HistoryFilter }) {
  const { list, load, next } = historyOf(user)(filter)
  const [transactions, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const [opened, open] = useState<TransactionView>()
  const isOffline = useAtomValue(isStaleAtom)
  return (
    <>
      <PagedCells
        list={transactions}
        failed={historyText.failed}
        failedLine={isOffline ? appText.errors.unreachable : historyText.failedLine}
        more={historyText.more}
        empty={<Empty filter={filter} />}
        onRetry={() => void retry()}
        onMore={() => void more()}
      >
        {(view) => <TransactionCell key={view.uuid} view={view} onPress={() => open(view)} />}
      </PagedCells>
      {opened && <TransactionSheet user={user} view={opened} onClose={() => open(undefined)} />}
    </>
  )
}

function Empty({ filter: { type, currency } }: { filter: HistoryFilter }) {
  const { title, line, action } = historyText.empty[type]
  const isFiltered = currency !== undefined
  return (
    <Placeholder icon="history" title={title} line={isFiltered ? historyText.filtered : line}>
      <ButtonLink
        to={isFiltered ? `/history?${filterQuery({ type, currency: undefined })}` : ACTIONS[type]}
        size="small"
      >
        {isFiltered ? historyText.showAll : action}
      </ButtonLink>
    </Placeholder>
  )
}

function TransactionCell({ view, onPress }: { view: TransactionView; onPress: () => void }) {
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const { title, figure, symbol, under } = transactionText(view)
  return (
    <Cell
      before={<CoinIcon symbol={symbol} size={36} />}
      title={title}
      line={dayTime(view.created_at, now)}
      onPress={onPress}
    >
      <span className={style.figure}>
        <b>
          {isHidden ? assetsText.wallet.hidden : figure} <small>{symbol}</small>
        </b>
        {!isHidden && under.map((line) => <small key={line}>{line}</small>)}
        {view.type === 'deposit' || view.type === 'withdrawal' ? <StatusLabel view={view} /> : null}
      </span>
    </Cell>
  )
}
