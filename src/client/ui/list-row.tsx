import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from './icon.tsx'

type Props = { icon: IconName; title: string; line?: ReactNode; children?: ReactNode }

/** A settings row: icon, title, text and one control. */
export function ListRow({ icon, title, line, children }: Props) {
  return (
    <div className="list-row">
      <RowContent icon={icon} title={title} line={line} />
      {children}
    </div>
  )
}

/** A row that links to a page. */
export function ListRowLink({ to, ...props }: Omit<Props, 'children'> & { to: string }) {
  return (
    <Link className="list-row" to={to}>
      <RowContent {...props} />
      <Icon name="chevron-right" size={20} />
    </Link>
  )
}

/** A row that is a button. */
export function ListRowButton({ onPress, ...props }: Omit<Props, 'children'> & { onPress: () => void }) {
  return (
    <button type="button" className="list-row" onClick={onPress}>
      <RowContent {...props} />
      <Icon name="chevron-right" size={20} />
    </button>
  )
}

function RowContent({ icon, title, line }: Omit<Props, 'children'>) {
  return (
    <>
      <span className="list-row-badge">
        <Icon name={icon} size={20} />
      </span>
      <span className="list-row-text">
        <b>{title}</b>
        {line !== undefined && <small>{line}</small>}
      </span>
    </>
  )
}
