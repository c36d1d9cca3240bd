import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { profileAtom } from '../../state/account/profile.ts'
import { hostAtom } from '../../state/app/host.ts'
import { claimableCountOf } from '../../state/earn/claimable.ts'
import { earnProfileOf } from '../../state/earn/earn-profile.ts'
import { tasksOf } from '../../state/earn/tasks.ts'
import { earnText } from '../../text/earn.ts'
import style from './earn-badge.module.css'

/** A dot at the Earn tab while something can be claimed. */
export function EarnBadge() {
  const profile = useAtomValue(profileAtom)
  return profile ? <Dot user={profile.uuid} /> : null
}

function Dot({ user }: { user: string }) {
  const hasClaimable = useAtomValue(claimableCountOf(user)) > 0
  const [refreshProfile, refreshTasks] = [useSetAtom(earnProfileOf(user)), useSetAtom(tasksOf(user))]
  const { platform } = useAtomValue(hostAtom)
  // The clocks of a device may stop while it sleeps.
  useEffect(
    () =>
      platform.onWake(() => {
        void refreshProfile('refresh')
        void refreshTasks('refresh')
      }),
    [platform, refreshProfile, refreshTasks],
  )
  return hasClaimable ? <span className={style.dot} role="img" aria-label={earnText.badge} /> : null
}
