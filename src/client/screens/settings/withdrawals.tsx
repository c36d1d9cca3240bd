import { withdrawals as words } from '../../text/en-settings.ts'
import { ListRow } from '../../ui/list-row.tsx'

/** What a later release brings. */
export function Withdrawals() {
  return (
    <section className="settings-group" aria-labelledby="settings-withdrawals">
      <h2 id="settings-withdrawals">{words.title}</h2>
      <ul className="rows">
        <li>
          <ListRow icon="user" title={words.identity} line={words.soon} />
        </li>
        <li>
          <ListRow icon="book" title={words.addresses} line={words.soon} />
        </li>
      </ul>
    </section>
  )
}
