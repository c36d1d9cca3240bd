import { Link } from 'react-router-dom'
import { assetsText } from '../text/assets.ts'
import { Icon } from '../ui/icon.tsx'
import { convertPath, depositPath, historyPath, withdrawPath } from './money-paths.ts'
import style from './quick-actions.module.css'

const { deposit, withdraw, convert, transactions } = assetsText.balance

/** Sheets keep the scroll position of the page. */
const sheet = { keepsScroll: true }

export const QuickActions = ({ className = '' }: { className?: string | undefined }) => (
  <div className={`${style.actions} ${className}`}>
    <Link to={depositPath()} state={sheet} data-kind="primary">
      <Icon name="deposit" className={style.icon} />
      {deposit}
    </Link>
    <Link to={withdrawPath()} state={sheet}>
      <Icon name="withdraw" className={style.icon} />
      {withdraw}
    </Link>
    <Link to={convertPath()} state={sheet}>
      <Icon name="convert" className={style.icon} />
      {convert}
    </Link>
    <Link to={historyPath()}>
      <Icon name="history" className={style.icon} />
      {transactions}
    </Link>
  </div>
)
