import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { oauthReturnPathAtom, returnPath } from '../../state/auth/return-path.ts'
import { sessionAtom } from '../../state/auth/session.ts'

/** Redirects a signed-in user to the return path. */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const { state } = useLocation()
  const oauthReturnPath = useAtomValue(oauthReturnPathAtom)
  if (useAtomValue(sessionAtom).state !== 'signed-in') return children
  return <Navigate to={oauthReturnPath ?? returnPath(state)} replace />
}
