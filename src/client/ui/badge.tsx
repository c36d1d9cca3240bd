import style from './badge.module.css'

type Props = { children: string; isGood?: boolean }

/** A short label of a state: something to do, or done. */
export const Badge = ({ children, isGood = false }: Props) => (
  <span className={style.badge} data-kind={isGood ? 'good' : undefined}>
    {children}
  </span>
)
