import { useAtomValue, useSetAtom } from 'jotai'
import type { NotificationsView } from '../../../contract/bot-views.ts'
import { chooseNotificationsAtom, notificationsOf } from '../../atoms/notifications.ts'
import { notifications as words } from '../../text/en-settings.ts'
import type { IconName } from '../../ui/icon.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { Switch } from '../../ui/switch.tsx'

const KINDS = ['order_filled', 'sign_in'] as const
const ICONS: Readonly<Record<(typeof KINDS)[number], IconName>> = { order_filled: 'trade', sign_in: 'lock' }

/** What the bot tells; where there is no bot, nothing. */
export function Notifications({ user }: { user: string }) {
  const asked = useAtomValue(notificationsOf(user))
  if (asked.state !== 'ready' || !asked.value.available) return null
  return (
    <section className="settings-group" aria-labelledby="settings-notifications">
      <h2 id="settings-notifications">{words.title}</h2>
      <Rows user={user} view={asked.value} />
    </section>
  )
}

function Rows({ user, view: { linked, order_filled, sign_in } }: { user: string; view: NotificationsView }) {
  const choose = useSetAtom(chooseNotificationsAtom)
  const now = { order_filled, sign_in }
  return (
    <ul className="rows">
      {KINDS.map((kind) => (
        <li key={kind}>
          <ListRow icon={ICONS[kind]} title={words.names[kind]} line={linked ? words.byBot : words.notLinked}>
            {linked && (
              <Switch
                label={words.names[kind]}
                checked={now[kind]}
                onChange={(isOn) => void choose(user, { ...now, [kind]: isOn })}
              />
            )}
          </ListRow>
        </li>
      ))}
    </ul>
  )
}
