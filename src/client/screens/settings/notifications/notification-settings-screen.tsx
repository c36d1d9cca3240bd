import { useAtomValue, useSetAtom } from 'jotai'
import { NOTIFICATION_KINDS, type NotificationKind } from '../../../../contract/notifications/kinds.ts'
import type { NotificationsView } from '../../../../contract/notifications/views.ts'
import { pages } from '../../../../contract/pages.ts'
import { FailedSection, LoadingCells } from '../../../components/cell-states.tsx'
import { NOTIFICATION_ICONS } from '../../../components/notification-icons.ts'
import { changeNotificationsAtom, notificationSettingsOf } from '../../../state/notifications/notification-settings.ts'
import { notificationsText as text } from '../../../text/notifications.ts'
import { settingsText } from '../../../text/settings.ts'
import { Cell, List, Section, Switch } from '../../../ui/cells/cells.tsx'
import { useProfile } from '../frame/settings-layout.tsx'
import style from './notification-settings-screen.module.css'
import { QuietHoursCells } from './quiet-hours-cells.tsx'

type Group = keyof typeof settingsText.notifications.groups

const GROUPS: Readonly<Record<NotificationKind, Group>> = {
  order_filled: 'funds',
  deposit_received: 'funds',
  withdrawal_sent: 'funds',
  sign_in: 'account',
  identity_checked: 'account',
  mining_finished: 'rewards',
  streak_at_risk: 'rewards',
  friend_joined: 'rewards',
  new_task: 'rewards',
}

type ViewProps = { user: string; view: NotificationsView }

/** For each kind a switch for the app, and one for the bot where it can write to the user. */
export default function NotificationSettingsScreen() {
  const { uuid: user } = useProfile()
  const query = useAtomValue(notificationSettingsOf(user))
  const retry = useSetAtom(notificationSettingsOf(user))
  return (
    <List>
      {query.state === 'loading' && <LoadingCells count={9} />}
      {query.state === 'failed' && (
        <FailedSection
          sectionTitle={undefined}
          title={text.failed}
          line={text.failedLine}
          onRetry={() => void retry('retry')}
        />
      )}
      {query.state === 'ready' && <Ready user={user} view={query.value} />}
    </List>
  )
}

function Ready({ user, view }: ViewProps) {
  const change = useSetAtom(changeNotificationsAtom)
  const { available, linked, quiet_hours } = view
  const hasBot = available && linked
  return (
    <>
      <KindSection group="funds" user={user} view={view} hasBot={hasBot} />
      <KindSection group="account" user={user} view={view} hasBot={hasBot} />
      <KindSection group="rewards" user={user} view={view} hasBot={hasBot} footer={text.unprompted} />
      {available && !linked && (
        <Section title={text.telegram} kind="menu">
          <Cell icon="send" title={text.notLinked} line={text.notLinkedLine} to={pages.security} />
        </Section>
      )}
      {hasBot && (
        <Section title={text.telegram} kind="menu">
          <QuietHoursCells quietHours={quiet_hours} onChange={(quiet_hours) => void change(user, { quiet_hours })} />
        </Section>
      )}
    </>
  )
}

type SectionProps = ViewProps & { group: Group; hasBot: boolean; footer?: string }

const KindSection = ({ group, footer, ...props }: SectionProps) => (
  <Section
    title={settingsText.notifications.groups[group]}
    kind="menu"
    aside={props.hasBot ? <Channels /> : undefined}
    footer={footer}
  >
    {NOTIFICATION_KINDS.filter((kind) => GROUPS[kind] === group).map((kind) => (
      <Kind key={kind} kind={kind} {...props} />
    ))}
  </Section>
)

const Channels = () => (
  <span className={style.channels} data-names aria-hidden="true">
    <span>{text.app}</span>
    <span>{text.telegram}</span>
  </span>
)

type KindProps = ViewProps & { kind: NotificationKind; hasBot: boolean }

function Kind({ kind, user, view, hasBot }: KindProps) {
  const change = useSetAtom(changeNotificationsAtom)
  const name = text.names[kind]
  return (
    <Cell icon={NOTIFICATION_ICONS[kind]} title={name} line={settingsText.notifications.lines[kind]}>
      <span className={style.channels}>
        <Switch
          label={text.inAppLabel(name)}
          checked={view.in_app[kind]}
          onChange={(isOn) => void change(user, { in_app: { [kind]: isOn } })}
        />
        {hasBot && (
          <Switch
            label={text.byBotLabel(name)}
            checked={view[kind]}
            onChange={(isOn) => void change(user, { [kind]: isOn })}
          />
        )}
      </span>
    </Cell>
  )
}
