import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from '../icon.tsx'
import style from './row.module.css'

export type RowProps = {
  /** `before` replaces the badge with the icon. */
  icon?: IconName
  before?: ReactNode
  title: ReactNode
  line?: ReactNode
  /** At the end of the row: one value, button or switch. */
  children?: ReactNode
  /** With a path or an action the whole row is pressed, and contains no other control. */
  to?: string
  onPress?: () => void
  /** False in a list of figures, where every row leads on. */
  hasChevron?: boolean
  /** Pressing shows and hides what follows. */
  isOpen?: boolean
  /** Pressing ends or removes something. */
  isDanger?: boolean
}

type Props = RowProps & {
  /** The badge in the accent colour: there is something to do. */
  isAccented?: boolean | undefined
  /** Its space and ground. */
  className?: string | undefined
}

export const showsChevron = ({ to, onPress, isDanger, hasChevron = true }: RowProps): boolean =>
  hasChevron && !isDanger && (to !== undefined || onPress !== undefined)

/** An icon, one or two lines, what is at the end, and a chevron where pressing leads on. */
export function Row(props: Props) {
  const { icon, before, title, line, children, to, onPress, isOpen, isDanger, ...look } = props
  const hasChevron = showsChevron(props)
  const row = { className: `${style.row} ${look.className ?? ''}`, 'data-danger': isDanger }
  const tone = isDanger ? 'danger' : look.isAccented ? 'accent' : undefined
  const content = (
    <>
      {before ?? (icon && <RowBadge icon={icon} tone={tone} />)}
      <span className={style.text}>
        <b>{title}</b>
        {line !== undefined && <small>{line}</small>}
      </span>
      {children !== undefined && <span className={style.after}>{children}</span>}
      {hasChevron && <RowChevron isOpen={isOpen} />}
    </>
  )
  if (to !== undefined)
    return (
      <Link to={to} {...row}>
        {content}
      </Link>
    )
  if (onPress !== undefined)
    return (
      <button type="button" {...row} aria-expanded={isOpen} onClick={onPress}>
        {content}
      </button>
    )
  return <div {...row}>{content}</div>
}

export const RowChevron = ({ isOpen }: { isOpen: boolean | undefined }) => (
  <Icon
    name={isOpen === undefined ? 'chevron-right' : isOpen ? 'chevron-up' : 'chevron-down'}
    size={20}
    className={style.chevron}
  />
)

type BadgeProps = { icon: IconName; tone: 'accent' | 'danger' | undefined }

export const RowBadge = ({ icon, tone }: BadgeProps) => (
  <span className={style.badge} data-tone={tone}>
    <Icon name={icon} size={20} />
  </span>
)
