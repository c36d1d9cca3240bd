import type { ReactNode } from 'react'
import style from './figure-tiles.module.css'

type Tile = { readonly figure: ReactNode; readonly name: string }

type Props = {
  tiles: readonly Tile[]
  /** In a section that has the ground and the space around them. */
  isFlush?: boolean
}

/** Figures side by side. */
export const FigureTiles = ({ tiles, isFlush }: Props) => (
  <dl className={style.tiles} data-flush={isFlush || undefined}>
    {tiles.map(({ figure, name }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)
