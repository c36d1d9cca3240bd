import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../ui/icon.tsx'
import style from './funds-section.module.css'

type Props = {
  title: string
  isTitleHidden?: boolean
  /** A link beside the title. */
  link?: { readonly name: string; readonly to: string }
  children: ReactNode
}

/** A list of rows with its title. */
export function FundsSection({ title, isTitleHidden = false, link, children }: Props) {
  const id = useId()
  if (isTitleHidden)
    return (
      <section className={style.section} aria-label={title}>
        {children}
      </section>
    )
  return (
    <section className={style.section} aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {link && (
          <Link to={link.to}>
            {link.name}
            <Icon name="chevron-right" size={16} />
          </Link>
        )}
      </header>
      {children}
    </section>
  )
}
