import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { broughtBackAtom } from '../../atoms/arrival.ts'
import { returnPath } from '../../atoms/return-path.ts'
import { sessionAtom } from '../../atoms/session.ts'

/** A page for guests: whoever is signed in goes to where they wanted to be. */
export function GuestsOnly({ children }: { children: ReactNode }) {
  const { state } = useLocation()
  const broughtBack = useAtomValue(broughtBackAtom)
  if (useAtomValue(sessionAtom).state !== 'signed-in') return children
  return <Navigate to={broughtBack ?? returnPath(state)} replace />
}
