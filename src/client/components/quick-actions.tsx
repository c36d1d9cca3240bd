import { Link } from 'react-router-dom'
import { appText } from '../text/app.ts'
import { assetsText } from '../text/assets.ts'
import { Icon } from '../ui/icon.tsx'
import { convertPath, historyPath } from './money-paths.ts'

const { deposit, withdraw, convert, transactions } = assetsText.balance

/** Deposits and withdrawals are not available yet. */
export function QuickActions({ onSoon }: { onSoon: (name: string) => void }) {
  return (
    <div className="quick-actions">
      {(['deposit', 'withdraw'] as const).map((icon) => (
        <button key={icon} type="button" onClick={() => onSoon(icon === 'deposit' ? deposit : withdraw)}>
          <Icon name={icon} />
          {icon === 'deposit' ? deposit : withdraw}
          <small>{appText.comingSoon}</small>
        </button>
      ))}
      <Link to={convertPath()} state={{ keepsScroll: true }}>
        <Icon name="convert" />
        {convert}
      </Link>
      <Link to={historyPath()}>
        <Icon name="history" />
        {transactions}
      </Link>
    </div>
  )
}
