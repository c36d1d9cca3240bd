import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { pages } from '../../../../contract/pages.ts'
import { hostAtom } from '../../../state/app/host.ts'
import { logOutAtom } from '../../../state/auth/session.ts'
import { appText } from '../../../text/app.ts'
import { Button } from '../../../ui/button.tsx'
import style from './log-out-button.module.css'

/** Absent inside Telegram, which signs in by itself. */
export function LogOutButton() {
  const { miniApp } = useAtomValue(hostAtom).platform
  const logOut = useSetAtom(logOutAtom)
  const navigate = useNavigate()
  const { key } = useLocation()
  if (miniApp) return null
  return (
    <div className={style.place}>
      <Button
        kind="danger"
        size="medium"
        onClick={() => {
          logOut(key)
          navigate(pages.home)
        }}
      >
        {appText.nav.logOut}
      </Button>
    </div>
  )
}
