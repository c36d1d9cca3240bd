import { Link } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { assetsText } from '../text/assets.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { convertPath, depositPath, historyPath, withdrawPath } from './money-paths.ts'
import style from './quick-actions.module.css'

const { buy, deposit, withdraw, convert, transactions } = assetsText.balance

/** Sheets keep the scroll position of the page. */
const sheet = { keepsScroll: true }

type Props = {
  /** Begins with Buy, in place of the history. */
  buys?: boolean
  className?: string | undefined
}

export const QuickActions = ({ buys = false, className = '' }: Props) => (
  <div className={`${style.actions} ${className}`}>
    {buys && (
      <Link to={pages.discover}>
        <ActionIcon name="plus" />
        {buy}
      </Link>
    )}
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
    {!buys && (
      <Link to={historyPath()}>
        <ActionIcon name="history" />
        {transactions}
      </Link>
    )}
  </div>
)

const ActionIcon = ({ name }: { name: IconName }) => (
  <span className={style.icon}>
    <Icon name={name} size={20} />
  </span>
)
