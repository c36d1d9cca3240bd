import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

export function StarKey({ isOn, label, onPress }: { isOn: boolean; label: string; onPress: () => void }) {
  return (
    <IconButton className="star" label={label} aria-pressed={isOn} onClick={onPress}>
      <Icon name={isOn ? 'star-filled' : 'star'} size={20} />
    </IconButton>
  )
}
