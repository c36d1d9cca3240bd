import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { NotificationView } from '../../../contract/notifications/views.ts'
import { pages } from '../../../contract/pages.ts'
import { CellPage } from '../../components/cell-page.tsx'
import { PagedCells } from '../../components/cell-states.tsx'
import { DeskColumns, DeskPage } from '../../components/desk/desk-page.tsx'
import { NOTIFICATION_ICONS } from '../../components/notification-icons.ts'
import { WithUser } from '../../components/with-user.tsx'
import { dayTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { choosePairAtom } from '../../state/feed/choose-pair.ts'
import { notificationListOf, readNotificationsAtom } from '../../state/notifications/notification-list.ts'
import { notificationsText as text } from '../../text/notifications.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Cell, List, Placeholder, Section } from '../../ui/cells/cells.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import style from './notifications-screen.module.css'

/** What happened while the user did something else. */
export default function NotificationsScreen() {
  return (
    <CellPage>
      <DeskPage className={style.page}>
        <List>
          <WithUser>{(user) => <DeskColumns top={<Notifications user={user} />} side={<Settings />} />}</WithUser>
        </List>
      </DeskPage>
    </CellPage>
  )
}

function Notifications({ user }: { user: string }) {
  const { list, load, next } = notificationListOf(user)
  const [notifications, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const unread = notifications.state === 'ready' ? (notifications.head ?? 0) : 0
  const newest = notifications.state === 'ready' ? notifications.items[0] : undefined
  return (
    <PagedCells
      list={notifications}
      {...(newest !== undefined && { title: text.period })}
      aside={unread > 0 && newest !== undefined ? <MarkAll user={user} upTo={newest.id} /> : undefined}
      failed={text.failed}
      failedLine={text.failedLine}
      more={text.more}
      empty={<Placeholder icon="bell" title={text.empty} line={text.emptyLine} />}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {(notification) => <Row key={notification.id} user={user} notification={notification} />}
    </PagedCells>
  )
}

/** On a desk also what they are about. */
function Settings() {
  if (!useWideScreen())
    return (
      <Section>
        <Cell icon="settings" title={text.settings} to={pages.notificationSettings} />
      </Section>
    )
  return (
    <Section kind="block">
      <h2 className={style.title}>{text.about}</h2>
      <p className={style.about}>{text.aboutLine}</p>
      <ButtonLink to={pages.notificationSettings} size="small">
        {text.settings}
      </ButtonLink>
    </Section>
  )
}

function MarkAll({ user, upTo }: { user: string; upTo: number }) {
  const read = useSetAtom(readNotificationsAtom)
  const [isBusy, setBusy] = useState(false)
  const markAll = async () => {
    setBusy(true)
    await read(user, upTo)
    setBusy(false)
  }
  return (
    <Button size="small" busy={isBusy ? text.marking : undefined} onClick={() => void markAll()}>
      {text.markAll}
    </Button>
  )
}

/** Opening one also marks the older ones as read: the list is in order of time. */
function Row({ user, notification }: { user: string; notification: NotificationView }) {
  const { id, kind, title, text: line, link, pair_id: pair, at, read: isRead } = notification
  const [read, choosePair] = [useSetAtom(readNotificationsAtom), useSetAtom(choosePairAtom)]
  const navigate = useNavigate()
  const now = useAtomValue(clockAtom)
  const open = () => {
    if (!isRead) void read(user, id)
    if (pair !== null) choosePair(pair)
    navigate(link)
  }
  return (
    <Cell
      icon={NOTIFICATION_ICONS[kind]}
      title={
        <>
          {title}
          {!isRead && <span className={style.unread} role="img" aria-label={text.unread} />}
        </>
      }
      line={
        <>
          {line}{' '}
          <time className={style.time} dateTime={at}>
            {dayTime(at, now)}
          </time>
        </>
      }
      onPress={open}
    />
  )
}
