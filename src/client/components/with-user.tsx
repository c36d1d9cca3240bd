import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { loadProfileAtom, profileAtom, profileFailedAtom } from '../state/account/profile.ts'
import { settingsText } from '../text/settings.ts'
import { FailedCells, LoadingCells } from './cell-states.tsx'

/** Renders its children with the id of the signed-in user, which is part of the profile. */
export function WithUser({ children }: { children: (user: string) => ReactNode }) {
  const profile = useAtomValue(profileAtom)
  const isFailed = useAtomValue(profileFailedAtom)
  const load = useSetAtom(loadProfileAtom)
  if (profile) return children(profile.uuid)
  if (!isFailed) return <LoadingCells count={4} />
  const { failedProfile, failedProfileLine } = settingsText.page
  return <FailedCells title={failedProfile} line={failedProfileLine} onRetry={() => void load()} />
}
