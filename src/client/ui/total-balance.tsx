import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Skeleton } from './skeleton.tsx'

type Props = {
  title: string
  /** In words; undefined while it is not known. */
  total: string | undefined
  unit: string
  isHidden: boolean
  onHide: () => void
  hide: string
  hidden: string
}

export function TotalBalance({ title, total, unit, isHidden, onHide, hide, hidden }: Props) {
  return (
    <div className="total-balance">
      <h1>
        {title}
        <IconButton label={hide} onClick={onHide}>
          <Icon name={isHidden ? 'eye-off' : 'eye'} size={20} />
        </IconButton>
      </h1>
      <p>
        {total === undefined ? <Skeleton width={190} height={28} /> : <b>{isHidden ? hidden : total}</b>}
        <span>{unit}</span>
      </p>
    </div>
  )
}
