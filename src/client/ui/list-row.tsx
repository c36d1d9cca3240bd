import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from './icon.tsx'

type Props = { icon: IconName; title: string; line?: ReactNode; children?: ReactNode }

/** A row of settings: what it is, how it stands, and one thing at its end. */
export function ListRow({ icon, title, line, children }: Props) {
  return (
    <div className="list-row">
      <Words icon={icon} title={title} line={line} />
      {children}
    </div>
  )
}

/** The whole row leads to a page of its own. */
export function ListRowLink({ to, ...words }: Omit<Props, 'children'> & { to: string }) {
  return (
    <Link className="list-row" to={to}>
      <Words {...words} />
      <Icon name="chevron-right" size={20} />
    </Link>
  )
}

/** The whole row opens something. */
export function ListRowButton({ onPress, ...words }: Omit<Props, 'children'> & { onPress: () => void }) {
  return (
    <button type="button" className="list-row" onClick={onPress}>
      <Words {...words} />
      <Icon name="chevron-right" size={20} />
    </button>
  )
}

function Words({ icon, title, line }: Omit<Props, 'children'>) {
  return (
    <>
      <span className="list-row-badge">
        <Icon name={icon} size={20} />
      </span>
      <span className="list-row-words">
        <b>{title}</b>
        {line !== undefined && <small>{line}</small>}
      </span>
    </>
  )
}
