import { Icon } from './icon.tsx'

type Words = {
  readonly deposit: string
  readonly withdraw: string
  readonly convert: string
  readonly transactions: string
}

export function QuickActions({ words, onPress }: { words: Words; onPress: (name: string) => void }) {
  const actions = [
    { icon: 'deposit', name: words.deposit },
    { icon: 'withdraw', name: words.withdraw },
    { icon: 'convert', name: words.convert },
    { icon: 'history', name: words.transactions },
  ] as const
  return (
    <div className="quick-actions">
      {actions.map(({ icon, name }) => (
        <button key={name} type="button" onClick={() => onPress(name)}>
          <Icon name={icon} />
          {name}
        </button>
      ))}
    </div>
  )
}
