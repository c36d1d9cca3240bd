import type { ReactNode } from 'react'
import style from './figure-tiles.module.css'

type Tile = { readonly figure: ReactNode; readonly name: string }

/** Three figures side by side. */
export const FigureTiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <dl className={style.tiles}>
    {tiles.map(({ figure, name }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)
