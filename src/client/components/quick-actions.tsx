import { appText } from '../text/app.ts'
import { Icon } from '../ui/icon.tsx'

type ActionLabels = {
  readonly deposit: string
  readonly withdraw: string
  readonly convert: string
  readonly transactions: string
}

/** None of them is available yet. */
export function QuickActions({ labels, onPress }: { labels: ActionLabels; onPress: (name: string) => void }) {
  const actions = [
    { icon: 'deposit', name: labels.deposit },
    { icon: 'withdraw', name: labels.withdraw },
    { icon: 'convert', name: labels.convert },
    { icon: 'history', name: labels.transactions },
  ] as const
  return (
    <div className="quick-actions">
      {actions.map(({ icon, name }) => (
        <button key={name} type="button" onClick={() => onPress(name)}>
          <Icon name={icon} />
          {name}
          <small>{appText.comingSoon}</small>
        </button>
      ))}
    </div>
  )
}
