/** Our implementation of the cells. */

import { Children, isValidElement, type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from '../icon.tsx'
import { EmptyState } from '../states/empty-state.tsx'
import type { AvatarProps, CellKit, CellProps, SectionProps } from './cell-props.ts'
import style from './own-cells.module.css'
import { Progress } from './own-progress.tsx'
import { Switch } from './own-switch.tsx'

function Section({ title, isSmallTitle = false, aside, footer, kind = 'rows', children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={title === undefined ? undefined : id}>
      {(title !== undefined || aside !== undefined) && (
        <header className={style.head}>
          {title !== undefined && (
            <h2 id={id} data-small={isSmallTitle || undefined}>
              {title}
            </h2>
          )}
          {aside !== undefined && <span className={style.aside}>{aside}</span>}
        </header>
      )}
      {kind === 'rows' || kind === 'menu' ? (
        <Rows isMenu={kind === 'menu'}>{children}</Rows>
      ) : (
        <div className={kind === 'plain' ? style.plain : style.block}>{children}</div>
      )}
      {footer !== undefined && <p className={style.footer}>{footer}</p>}
    </section>
  )
}

const Rows = ({ isMenu, children }: { isMenu: boolean; children: ReactNode }) => (
  <ul className={style.rows} data-menu={isMenu || undefined}>
    {Children.toArray(children).map((child) => (
      <li key={isValidElement(child) ? child.key : String(child)}>{child}</li>
    ))}
  </ul>
)

type RowProps = CellProps & {
  /** The badge in the accent colour: there is something to do. */
  isAccented?: boolean | undefined
  /** Its space and ground outside of a list. */
  className?: string | undefined
}

/** A cell, or a row of a card that looks the same inside Telegram. */
export function Row({ icon, before, title, line, children, to, onPress, isOpen, isDanger, ...look }: RowProps) {
  const row = { className: `${style.cell} ${look.className ?? ''}`, 'data-danger': isDanger }
  const tone = isDanger ? 'danger' : look.isAccented ? 'accent' : undefined
  const content = (
    <>
      {before ?? (icon && <CellBadge icon={icon} tone={tone} />)}
      <span className={style.text}>
        <b>{title}</b>
        {line !== undefined && <small>{line}</small>}
      </span>
      {children !== undefined && <span className={style.after}>{children}</span>}
      {(to !== undefined || onPress !== undefined) && !isDanger && <CellChevron isOpen={isOpen} />}
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

export const CellChevron = ({ isOpen }: { isOpen: boolean | undefined }) => (
  <Icon
    name={isOpen === undefined ? 'chevron-right' : isOpen ? 'chevron-up' : 'chevron-down'}
    size={20}
    className={style.chevron}
  />
)

type BadgeProps = { icon: IconName; tone?: 'accent' | 'danger' | undefined }

export const CellBadge = ({ icon, tone }: BadgeProps) => (
  <span className={style.badge} data-tone={tone}>
    <Icon name={icon} size={20} />
  </span>
)

const Avatar = ({ name }: AvatarProps) => (
  <span className={style.avatar} aria-hidden="true">
    {name.slice(0, 2)}
  </span>
)

export const ownCells: CellKit = {
  List: ({ isTight, children }) => (
    <div className={style.list} data-tight={isTight || undefined}>
      {children}
    </div>
  ),
  Section,
  Cell: Row,
  Switch,
  Progress,
  Placeholder: EmptyState,
  Avatar,
}
