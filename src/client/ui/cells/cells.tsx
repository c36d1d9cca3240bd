/** The cells that screens use: those of the nearest `CellKitContext`, else ours. */

import { type ComponentProps, createContext, use } from 'react'
import type { CellKit } from './cell-props.ts'
import { ownCells } from './own-cells.tsx'

export const CellKitContext = createContext<CellKit>(ownCells)

type Props<Name extends keyof CellKit> = ComponentProps<CellKit[Name]>

export function List(props: Props<'List'>) {
  const { List } = use(CellKitContext)
  return <List {...props} />
}

export function Section(props: Props<'Section'>) {
  const { Section } = use(CellKitContext)
  return <Section {...props} />
}

export function Cell(props: Props<'Cell'>) {
  const { Cell } = use(CellKitContext)
  return <Cell {...props} />
}

export function Switch(props: Props<'Switch'>) {
  const { Switch } = use(CellKitContext)
  return <Switch {...props} />
}

export function Progress(props: Props<'Progress'>) {
  const { Progress } = use(CellKitContext)
  return <Progress {...props} />
}

export function Placeholder(props: Props<'Placeholder'>) {
  const { Placeholder } = use(CellKitContext)
  return <Placeholder {...props} />
}

export function Avatar(props: Props<'Avatar'>) {
  const { Avatar } = use(CellKitContext)
  return <Avatar {...props} />
}
