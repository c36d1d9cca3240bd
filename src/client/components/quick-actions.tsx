import { Link } from 'react-router-dom'
import { assetsText } from '../text/assets.ts'
import { Icon } from '../ui/icon.tsx'
import { convertPath, depositPath, historyPath, withdrawPath } from './money-paths.ts'

const { deposit, withdraw, convert, transactions } = assetsText.balance

/** Sheets keep the scroll position of the page. */
const sheet = { keepsScroll: true }

export const QuickActions = () => (
  <div className="quick-actions">
    <Link to={depositPath()} state={sheet} data-kind="primary">
      <Icon name="deposit" />
      {deposit}
    </Link>
    <Link to={withdrawPath()} state={sheet}>
      <Icon name="withdraw" />
      {withdraw}
    </Link>
    <Link to={convertPath()} state={sheet}>
      <Icon name="convert" />
      {convert}
    </Link>
    <Link to={historyPath()}>
      <Icon name="history" />
      {transactions}
    </Link>
  </div>
)
