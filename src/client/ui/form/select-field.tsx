import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import style from './select-field.module.css'
import field from './text-field.module.css'

type Props = {
  label: string
  value: string
  onChoose: (value: string) => void
  /** Its options. */
  children: ReactNode
}

/** The select of the system with its label above, of the size of a text field. */
export function SelectField({ label, value, onChoose, children }: Props) {
  const id = useId()
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      <div className={`${field.box} ${style.box}`}>
        <select id={id} value={value} onChange={({ target }) => onChoose(target.value)}>
          {children}
        </select>
        <Icon name="chevron-down" size={16} className={style.icon} />
      </div>
    </div>
  )
}
