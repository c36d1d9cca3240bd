/** The building blocks of list screens. Both implementations, ours and the one for Telegram, have these props. */

import type { ComponentType, ReactNode } from 'react'
import type { IconName } from '../icon.tsx'
import type { RowProps } from './row.tsx'

/** `isTight`: less space between its sections. */
export type ListProps = { isTight?: boolean; children: ReactNode }

export type SectionProps = {
  title?: string | undefined
  /** Of one of many sections, such as a day. */
  isSmallTitle?: boolean
  /** Below the title. */
  caption?: string
  /** Beside the title. */
  aside?: ReactNode
  footer?: ReactNode
  /** `rows`: a list of cells. `menu`: low cells on a surface. `block`: one thing on a surface. `plain`: content on the page. */
  kind?: 'rows' | 'menu' | 'block' | 'plain'
  children: ReactNode
}

/** Disabled without `onChange`. */
export type SwitchProps = { label: string; checked: boolean; onChange?: (checked: boolean) => void }

/** `percent` from 0 to 100. */
export type ProgressProps = { label: string; percent: number; text?: string }

export type PlaceholderProps = { icon: IconName; title: string; line: string; isError?: boolean; children?: ReactNode }

/** `name`: its first two characters are shown. */
export type AvatarProps = { name: string }

export type CellKit = {
  readonly List: ComponentType<ListProps>
  readonly Section: ComponentType<SectionProps>
  readonly Cell: ComponentType<RowProps>
  readonly Switch: ComponentType<SwitchProps>
  readonly Progress: ComponentType<ProgressProps>
  readonly Placeholder: ComponentType<PlaceholderProps>
  readonly Avatar: ComponentType<AvatarProps>
}
