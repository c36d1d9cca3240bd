import type { ProgressProps } from './cell-props.ts'
import style from './own-progress.module.css'

export const Progress = ({ label, percent, text }: ProgressProps) => (
  <span
    className={style.progress}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={percent}
    aria-valuetext={text}
  >
    <i style={{ width: `${percent}%` }} />
  </span>
)
