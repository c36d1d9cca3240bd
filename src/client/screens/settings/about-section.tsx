import { pages } from '../../../contract/pages.ts'
import { appText } from '../../text/app.ts'
import { settingsText } from '../../text/settings.ts'
import { ListRowLink } from '../../ui/list-row.tsx'

const ROWS = [
  { to: pages.help, icon: 'help', title: appText.footer.help },
  { to: pages.terms, icon: 'book', title: appText.footer.terms },
  { to: pages.privacy, icon: 'shield', title: appText.footer.privacy },
  { to: pages.about, icon: 'info', title: appText.footer.about },
] as const

/** The pages that the footer links to: the settings of a phone have no footer. */
export function AboutSection() {
  return (
    <section className="settings-group" aria-labelledby="settings-about">
      <h2 id="settings-about">{settingsText.about.title}</h2>
      <ul className="rows">
        {ROWS.map((row) => (
          <li key={row.to}>
            <ListRowLink {...row} />
          </li>
        ))}
      </ul>
    </section>
  )
}
