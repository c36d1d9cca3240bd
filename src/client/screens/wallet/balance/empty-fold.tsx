import { assetsText } from '../../../text/assets.ts'
import { Icon } from '../../../ui/icon.tsx'
import style from './empty-fold.module.css'

type Props = { count: number; isOpen: boolean; onToggle: () => void }

/** Shows and hides the coins without a balance. */
export const EmptyFold = ({ count, isOpen, onToggle }: Props) => (
  <button type="button" className={style.fold} aria-expanded={isOpen} onClick={onToggle}>
    {isOpen ? assetsText.wallet.hideEmpty : assetsText.wallet.showEmpty(count)}
    <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} />
  </button>
)
