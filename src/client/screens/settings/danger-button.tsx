import { Button } from '../../ui/button.tsx'
import style from './danger-button.module.css'

/** Opens the confirmation of a change that cannot be taken back. */
export const DangerButton = ({ children, onClick }: { children: string; onClick: () => void }) => (
  <Button kind="outline" className={style.danger} onClick={onClick}>
    {children}
  </Button>
)
