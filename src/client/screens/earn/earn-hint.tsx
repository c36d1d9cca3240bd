import { Hint } from '../../ui/form/hint.tsx'
import style from './earn-hint.module.css'

/** A line that explains, with a distance to what is above it. */
export const EarnHint = ({ children }: { children: string }) => <Hint className={style.hint}>{children}</Hint>
