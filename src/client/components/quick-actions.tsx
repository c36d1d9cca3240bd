import { Link } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { assetsText } from '../text/assets.ts'
import { Icon } from '../ui/icon.tsx'
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
        <Icon size={20} name="plus" />
        {buy}
      </Link>
    )}
    <Link to={depositPath()} state={sheet}>
      <Icon size={20} name="deposit" />
      {deposit}
    </Link>
    <Link to={withdrawPath()} state={sheet}>
      <Icon size={20} name="withdraw" />
      {withdraw}
    </Link>
    <Link to={convertPath()} state={sheet}>
      <Icon size={20} name="convert" />
      {convert}
    </Link>
    {!buys && (
      <Link to={historyPath()}>
        <Icon size={20} name="history" />
        {transactions}
      </Link>
    )}
  </div>
)
