import { type ReactNode, useId } from 'react'
import style from './side-card.module.css'

type Props = {
  title: string
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of the right column of a desk. */
export function SideCard({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section className={style.card} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
