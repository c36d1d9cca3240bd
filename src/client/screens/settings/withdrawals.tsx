import { settingsText } from '../../text/settings.ts'
import { ListRow } from '../../ui/list-row.tsx'

const text = settingsText.withdrawals

/** Placeholders for a later release. */
export function WithdrawalsSection() {
  return (
    <section className="settings-group" aria-labelledby="settings-withdrawals">
      <h2 id="settings-withdrawals">{text.title}</h2>
      <ul className="rows">
        <li>
          <ListRow icon="user" title={text.identity} line={text.soon} />
        </li>
        <li>
          <ListRow icon="book" title={text.addresses} line={text.soon} />
        </li>
      </ul>
    </section>
  )
}
