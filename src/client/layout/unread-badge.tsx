import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { profileAtom } from '../state/account/profile.ts'
import { hostAtom } from '../state/app/host.ts'
import { unreadOf } from '../state/notifications/unread.ts'
import { notificationsText } from '../text/notifications.ts'
import style from './notification-bell.module.css'

const MAX_SHOWN = 99

/** The number of unread notifications at the bell. */
export default function UnreadBadge() {
  const profile = useAtomValue(profileAtom)
  return profile ? <Count user={profile.uuid} /> : null
}

function Count({ user }: { user: string }) {
  const query = useAtomValue(unreadOf(user))
  const refresh = useSetAtom(unreadOf(user))
  const { platform } = useAtomValue(hostAtom)
  // The clocks of a device may stop while it sleeps.
  useEffect(() => platform.onWake(() => void refresh('refresh')), [platform, refresh])
  const unread = query.state === 'ready' ? query.value : 0
  if (unread === 0) return null
  return (
    <span className={style.badge}>
      <span aria-hidden="true">{unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}</span>
      <span className="visually-hidden">{notificationsText.open(unread)}</span>
    </span>
  )
}
