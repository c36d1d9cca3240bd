import type { FormEvent, ReactNode } from 'react'
import style from './step-form.module.css'

type Props = { onSubmit: (event: FormEvent) => void; children: ReactNode }

/** The form of a step. The app validates the fields, not the browser. */
export const StepForm = ({ onSubmit, children }: Props) => (
  <form className={style.form} noValidate onSubmit={onSubmit}>
    {children}
  </form>
)

/** A step that sends no form. */
export const StepBody = ({ children }: { children: ReactNode }) => <div className={style.form}>{children}</div>
