import { Link } from 'react-router-dom'
import { assetsText } from '../text/assets.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { convertPath, depositPath, historyPath, withdrawPath } from './money-paths.ts'
import style from './quick-actions.module.css'

const { deposit, withdraw, convert, transactions } = assetsText.balance

/** Sheets keep the scroll position of the page. */
const sheet = { keepsScroll: true }

export const QuickActions = ({ className = '' }: { className?: string | undefined }) => (
  <div className={`${style.actions} ${className}`}>
    <Link to={depositPath()} state={sheet}>
      <ActionIcon name="deposit" />
      {deposit}
    </Link>
    <Link to={withdrawPath()} state={sheet}>
      <ActionIcon name="withdraw" />
      {withdraw}
    </Link>
    <Link to={convertPath()} state={sheet}>
      <ActionIcon name="convert" />
      {convert}
    </Link>
    <Link to={historyPath()}>
      <ActionIcon name="history" />
      {transactions}
    </Link>
  </div>
)

const ActionIcon = ({ name }: { name: IconName }) => (
  <span className={style.icon}>
    <Icon name={name} size={20} />
  </span>
)
