import { Icon } from './icon.tsx'

export type SortWay = 'up' | 'down' | undefined
type Props = {
  name: string
  /** What pressing does, or which way it is sorted now. */
  hint: (what: string, way: SortWay) => string
  way: SortWay
  onPress: () => void
}

export function SortKey({ name, hint, way, onPress }: Props) {
  const label = hint(name, way)
  return (
    <button type="button" className="sort-key" data-way={way} aria-label={label} title={label} onClick={onPress}>
      {name}
      <Icon name={way === 'up' ? 'chevron-up' : 'chevron-down'} size={14} />
    </button>
  )
}
