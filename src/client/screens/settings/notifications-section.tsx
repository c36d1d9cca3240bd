import { useAtomValue, useSetAtom } from 'jotai'
import type { NotificationsView } from '../../../contract/notifications/views.ts'
import { chooseNotificationsAtom, notificationsOf } from '../../state/account/notifications.ts'
import { settingsText } from '../../text/settings.ts'
import type { IconName } from '../../ui/icon.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Switch } from '../../ui/switch.tsx'

const text = settingsText.notifications

const KINDS = ['order_filled', 'sign_in'] as const
const ICONS: Readonly<Record<(typeof KINDS)[number], IconName>> = { order_filled: 'trade', sign_in: 'lock' }

/** Notifications by the bot; nothing where no bot is configured. */
export function NotificationsSection({ user }: { user: string }) {
  const query = useAtomValue(notificationsOf(user))
  if (query.state !== 'ready' || !query.value.available) return null
  return (
    <section className="settings-group" aria-labelledby="settings-notifications">
      <h2 id="settings-notifications">{text.title}</h2>
      <Rows user={user} view={query.value} />
    </section>
  )
}

function Rows({ user, view: { linked, order_filled, sign_in } }: { user: string; view: NotificationsView }) {
  const choose = useSetAtom(chooseNotificationsAtom)
  const settings = { order_filled, sign_in }
  return (
    <ul className="rows">
      {KINDS.map((kind) => (
        <li key={kind}>
          <ListRow icon={ICONS[kind]} title={text.names[kind]} line={linked ? text.byBot : text.notLinked}>
            {linked && (
              <Switch
                label={text.names[kind]}
                checked={settings[kind]}
                onChange={(isOn) => void choose(user, { ...settings, [kind]: isOn })}
              />
            )}
          </ListRow>
        </li>
      ))}
    </ul>
  )
}
