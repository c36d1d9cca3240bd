import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { pages } from '../../contract/pages.ts'
import { profileAtom } from '../state/account/profile.ts'
import { hostAtom } from '../state/app/host.ts'
import { unreadOf } from '../state/notifications/unread.ts'
import { notificationsText } from '../text/notifications.ts'
import { IconLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import style from './notification-bell.module.css'

const MAX_SHOWN = 99

/** Opens the notifications, with the number of unread ones. */
export default function NotificationBell() {
  const profile = useAtomValue(profileAtom)
  return (
    <IconLink className={style.bell} to={pages.notifications}>
      <Icon name="bell" />
      <span className="visually-hidden">{notificationsText.title}</span>
      {profile && <Unread user={profile.uuid} />}
    </IconLink>
  )
}

function Unread({ user }: { user: string }) {
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
