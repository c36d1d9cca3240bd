/** Our implementation of the cells. */

import { Children, isValidElement, type ReactNode, useId } from 'react'
import { EmptyState } from '../states/empty-state.tsx'
import type { AvatarProps, CellKit, ProgressProps, SectionProps } from './cell-props.ts'
import style from './own-cells.module.css'
import { Switch } from './own-switch.tsx'
import { Row } from './row.tsx'

function Section({ title, isSmallTitle = false, caption, aside, footer, kind = 'rows', children }: SectionProps) {
  const id = useId()
  return (
    <section className={style.section} aria-labelledby={title === undefined ? undefined : id}>
      {(title !== undefined || aside !== undefined) && (
        <header className={style.head}>
          {title !== undefined && (
            <div>
              <h2 id={id} data-small={isSmallTitle || undefined}>
                {title}
              </h2>
              {caption !== undefined && <p className={style.aside}>{caption}</p>}
            </div>
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

const Progress = ({ label, percent, text }: ProgressProps) => (
  <span
    className={style.progress}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    aria-valuetext={text}
  >
    <i style={{ width: `${percent}%` }} />
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
