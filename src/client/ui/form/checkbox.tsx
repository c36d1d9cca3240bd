import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import style from './checkbox.module.css'

type Props = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode; title?: string }

export function Checkbox({ checked, onChange, children, title }: Props) {
  return (
    <label className={style.checkbox} title={title}>
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span className={style.box} aria-hidden="true">
        <Icon name="check" size={16} />
      </span>
      <span>{children}</span>
    </label>
  )
}
