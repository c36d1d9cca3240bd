import { useAtomValue, useSetAtom } from 'jotai'
import { NOTIFICATION_KINDS, type NotificationKind } from '../../../contract/notifications/kinds.ts'
import type { NotificationsView } from '../../../contract/notifications/views.ts'
import { pages } from '../../../contract/pages.ts'
import { FailedCells, LoadingCells } from '../../components/cell-states.tsx'
import { changeNotificationsAtom, notificationSettingsOf } from '../../state/notifications/notification-settings.ts'
import { unreadOf } from '../../state/notifications/unread.ts'
import { notificationsText as text } from '../../text/notifications.ts'
import { Cell, Section, Switch } from '../../ui/cells/cells.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { QuietHoursCells } from './quiet-hours-cells.tsx'

const ICONS: Readonly<Record<NotificationKind, IconName>> = {
  order_filled: 'trade',
  sign_in: 'lock',
  deposit_received: 'deposit',
  withdrawal_sent: 'withdraw',
  identity_checked: 'user',
  mining_finished: 'earn',
  streak_at_risk: 'bolt',
  friend_joined: 'frens',
  new_task: 'gift',
}

type Props = { user: string }
type ViewProps = Props & { view: NotificationsView }

/** Notifications in the app, and by the bot where one is configured. */
export function NotificationsSection({ user }: Props) {
  const query = useAtomValue(notificationSettingsOf(user))
  const retry = useSetAtom(notificationSettingsOf(user))
  if (query.state === 'loading') return <LoadingCells title={text.title} count={2} />
  if (query.state === 'failed')
    return (
      <Section title={text.title} kind="plain">
        <FailedCells title={text.failed} line={text.failedLine} onRetry={() => void retry('retry')} />
      </Section>
    )
  return (
    <>
      <InApp user={user} view={query.value} />
      {query.value.available && <ByBot user={user} view={query.value} />}
    </>
  )
}

function InApp({ user, view }: ViewProps) {
  const change = useSetAtom(changeNotificationsAtom)
  const unread = useAtomValue(unreadOf(user))
  return (
    <Section title={text.title} footer={text.inAppFooter}>
      <Cell
        icon="bell"
        title={text.inApp}
        line={unread.state === 'ready' ? text.open(unread.value) : undefined}
        to={pages.notifications}
      />
      {NOTIFICATION_KINDS.map((kind) => (
        <Cell key={kind} icon={ICONS[kind]} title={text.names[kind]}>
          <Switch
            label={text.inAppLabel(text.names[kind])}
            checked={view.in_app[kind]}
            onChange={(isOn) => void change(user, { in_app: { [kind]: isOn } })}
          />
        </Cell>
      ))}
    </Section>
  )
}

function ByBot({ user, view }: ViewProps) {
  const change = useSetAtom(changeNotificationsAtom)
  if (!view.linked)
    return (
      <Section title={text.byBot}>
        <Cell icon="send" title={text.notLinked} line={text.notLinkedLine} />
      </Section>
    )
  return (
    <Section title={text.byBot}>
      {NOTIFICATION_KINDS.map((kind) => (
        <Cell key={kind} icon={ICONS[kind]} title={text.names[kind]}>
          <Switch
            label={text.byBotLabel(text.names[kind])}
            checked={view[kind]}
            onChange={(isOn) => void change(user, { [kind]: isOn })}
          />
        </Cell>
      ))}
      <QuietHoursCells quietHours={view.quiet_hours} onChange={(quiet_hours) => void change(user, { quiet_hours })} />
    </Section>
  )
}
