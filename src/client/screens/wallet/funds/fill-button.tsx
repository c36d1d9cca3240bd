import style from './fill-button.module.css'

type Props = {
  /** Where `children` do not say enough. */
  label?: string
  onPress: () => void
  children: string
}

/** Fills in the field beside it: the highest amount, or what was copied. */
export const FillButton = ({ label, onPress, children }: Props) => (
  <button type="button" className={style.button} aria-label={label} onClick={onPress}>
    {children}
  </button>
)
