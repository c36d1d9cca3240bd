import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { pages } from '../../../../contract/pages.ts'
import { hostAtom } from '../../../state/app/host.ts'
import { logOutAtom } from '../../../state/auth/session.ts'

/** Logs out, and leads home. Undefined inside Telegram, which signs in by itself. */
export function useLogOut(): (() => void) | undefined {
  const { miniApp } = useAtomValue(hostAtom).platform
  const logOut = useSetAtom(logOutAtom)
  const navigate = useNavigate()
  const { key } = useLocation()
  if (miniApp) return undefined
  return () => {
    logOut(key)
    navigate(pages.home)
  }
}
