import { useAtomValue, useSetAtom } from 'jotai'
import { Link } from 'react-router-dom'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { profileAtom } from '../../state/account/profile.ts'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import { statusText } from '../../state/history/status-text.ts'
import { transactionText } from '../../state/history/transaction-text.ts'
import { type HistoryFilter, historyOf } from '../../state/history/transactions.ts'
import { appText } from '../../text/app.ts'
import { assetsText } from '../../text/assets.ts'
import { historyText } from '../../text/history.ts'
import { Button } from '../../ui/button.tsx'
import { SkeletonRows } from '../../ui/states/skeleton.tsx'
import { historyPath } from '../money-paths.ts'
import { StatusLabel } from '../transactions/status-label.tsx'
import { SideCard } from './side-card.tsx'
import style from './side-lists.module.css'

const SHOWN = 5
const ALL: HistoryFilter = { type: 'all', currency: undefined, days: undefined }

/** The newest entries of the history. */
export function RecentCard() {
  const profile = useAtomValue(profileAtom)
  const all = (
    <Link className={style.link} to={historyPath()}>
      {assetsText.asset.transactions}
    </Link>
  )
  return (
    <SideCard title={assetsText.side.recent} aside={all}>
      {profile === undefined ? <Loading /> : <Recent user={profile.uuid} />}
    </SideCard>
  )
}

const Loading = () => <SkeletonRows count={SHOWN} height={40} />

function Recent({ user }: { user: string }) {
  const { list, load } = historyOf(user)(ALL)
  const [transactions, retry] = [useAtomValue(list), useSetAtom(load)]
  if (transactions.state === 'loading') return <Loading />
  if (transactions.state === 'failed')
    return (
      <>
        <p className={style.line} role="alert">
          {transactions.errorText ?? historyText.failedLine}
        </p>
        <Button size="small" onClick={() => void retry()}>
          {appText.retry}
        </Button>
      </>
    )
  if (transactions.items.length === 0) return <p className={style.line}>{historyText.empty.all.line}</p>
  return (
    <ul className={style.recent}>
      {transactions.items.slice(0, SHOWN).map((view) => (
        <Row key={view.uuid} view={view} />
      ))}
    </ul>
  )
}

/** With its status until it is completed. */
function Row({ view }: { view: TransactionView }) {
  const isHidden = useAtomValue(amountsHiddenAtom)
  const { title, figure, symbol } = transactionText(view)
  return (
    <li>
      <span className={style.title}>
        {title}
        {statusText(view).tone !== 'good' && <StatusLabel view={view} />}
      </span>
      <span className={style.figure}>
        {isHidden ? assetsText.wallet.hidden : figure} {symbol}
      </span>
    </li>
  )
}
