import { Icon } from './icon.tsx'

type Props = { name: string; hint: (what: string) => string; way: 'up' | 'down' | undefined; onPress: () => void }

export function SortKey({ name, hint, way, onPress }: Props) {
  return (
    <button type="button" className="sort-key" data-way={way} title={hint(name)} onClick={onPress}>
      {name}
      <Icon name={way === 'up' ? 'chevron-up' : 'chevron-down'} size={14} />
    </button>
  )
}
