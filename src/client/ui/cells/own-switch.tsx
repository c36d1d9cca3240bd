import type { SwitchProps } from './cell-props.ts'
import style from './own-switch.module.css'

export const Switch = ({ label, checked, onChange }: SwitchProps) => (
  <label className={style.switch}>
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={checked}
      aria-checked={checked}
      disabled={!onChange}
      onChange={({ target }) => onChange?.(target.checked)}
    />
    <span aria-hidden="true" />
  </label>
)
