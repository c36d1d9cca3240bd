/** The cells of Telegram's design. Loaded only inside Telegram. */

import './telegram-cells.css'
import {
  AppRoot,
  Avatar as TelegramAvatar,
  Cell as TelegramCell,
  List as TelegramList,
  Placeholder as TelegramPlaceholder,
  Progress as TelegramProgress,
  Section as TelegramSection,
  Switch as TelegramSwitch,
} from '@telegram-apps/telegram-ui'
import { Children, type ComponentProps, type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../icon.tsx'
import type {
  AvatarProps,
  CellKit,
  ListProps,
  PlaceholderProps,
  ProgressProps,
  SectionProps,
  SwitchProps,
} from './cell-props.ts'
import { CellKitContext } from './cells.tsx'
import { RowBadge, RowChevron, type RowProps, showsChevron } from './row.tsx'

/** A row that is not there has no divider: the section would count it. */
function Section({ title, caption, aside, footer, kind = 'rows', children }: SectionProps) {
  const id = useId()
  const header = (title !== undefined || aside !== undefined) && (
    <header className="tern-section-head">
      {title !== undefined && (
        <div>
          <h2 id={id}>{title}</h2>
          {caption !== undefined && <p>{caption}</p>}
        </div>
      )}
      {aside !== undefined && <span>{aside}</span>}
    </header>
  )
  return (
    <TelegramSection
      className={kind === 'menu' ? 'tern-menu' : undefined}
      aria-labelledby={title === undefined ? undefined : id}
      header={header || undefined}
      footer={footer !== undefined && <p className="tern-section-foot">{footer}</p>}
    >
      {kind === 'rows' || kind === 'menu' ? (
        Children.toArray(children)
      ) : (
        <div className="tern-section-content">{children}</div>
      )}
    </TelegramSection>
  )
}

function Cell(row: RowProps) {
  const { icon, before, title, line, children, to, onPress, isOpen, isDanger } = row
  const hasChevron = showsChevron(row)
  const after = (
    <span className="tern-cell-after">
      {children}
      {hasChevron && <RowChevron isOpen={isOpen} />}
    </span>
  )
  const props = {
    before: before ?? (icon && <RowBadge icon={icon} tone={isDanger ? 'danger' : undefined} />),
    after: (hasChevron || children !== undefined) && after,
    multiline: true,
    children: <CellText title={title} line={line} />,
  }
  if (to !== undefined) return <TelegramCell {...props} className="tern-cell" Component={CellLink} href={to} />
  if (onPress !== undefined)
    return (
      <TelegramCell
        {...props}
        className="tern-cell"
        Component="button"
        type="button"
        data-danger={isDanger}
        aria-expanded={isOpen}
        onClick={onPress}
      />
    )
  return <TelegramCell {...props} className="tern-cell tern-cell-static" readOnly />
}

/** Both lines are children of the cell: its own second line is a heading. */
const CellText = ({ title, line }: Pick<RowProps, 'title' | 'line'>) => (
  <>
    <span className="tern-cell-title">{title}</span>
    {line !== undefined && <span className="tern-cell-line">{line}</span>}
  </>
)

/** The cell passes on HTML attributes only, so the path of the route is in `href`. */
const CellLink = ({ href = '', ...rest }: ComponentProps<'a'>) => <Link {...rest} to={href} />

const Switch = ({ label, checked, onChange }: SwitchProps) => (
  <TelegramSwitch
    className="tern-switch"
    role="switch"
    aria-label={label}
    checked={checked}
    aria-checked={checked}
    disabled={!onChange}
    onChange={({ target }) => onChange?.(target.checked)}
  />
)

const Progress = ({ label, percent, text }: ProgressProps) => (
  <TelegramProgress className="tern-progress" value={percent} title="" aria-label={label} aria-valuetext={text} />
)

const Placeholder = ({ icon, title, line, isError, children }: PlaceholderProps) => (
  <TelegramPlaceholder className="tern-placeholder" header={title} description={line} action={children}>
    <span className="tern-placeholder-icon" data-error={isError || undefined}>
      <Icon name={icon} size={28} />
    </span>
  </TelegramPlaceholder>
)

const Avatar = ({ name }: AvatarProps) => <TelegramAvatar size={40} acronym={name.slice(0, 2)} aria-hidden="true" />

type Platform = 'ios' | 'base'

/** The root carries the variables of telegram-ui, which get our colours. */
const listFor = (platform: Platform) =>
  function List({ isTight, children }: ListProps) {
    return (
      <AppRoot
        platform={platform}
        appearance="light"
        className="tern-root"
        data-cells={platform}
        data-tight={isTight || undefined}
      >
        <TelegramList>{children}</TelegramList>
      </AppRoot>
    )
  }

const cells = { Section, Cell, Switch, Progress, Placeholder, Avatar }

const KITS: Readonly<Record<Platform, CellKit>> = {
  ios: { ...cells, List: listFor('ios') },
  base: { ...cells, List: listFor('base') },
}

/** `client`: Telegram's name of its app. */
export default function TelegramCells({ client, children }: { client: string; children: ReactNode }) {
  return <CellKitContext value={KITS[/^(ios|macos)$/.test(client) ? 'ios' : 'base']}>{children}</CellKitContext>
}
