import { pages } from '../../../contract/pages.ts'
import { appText } from '../../text/app.ts'
import { settingsText } from '../../text/settings.ts'
import { Cell, Section } from '../../ui/cells/cells.tsx'

const ROWS = [
  { to: pages.help, icon: 'help', title: appText.footer.help },
  { to: pages.terms, icon: 'book', title: appText.footer.terms },
  { to: pages.privacy, icon: 'shield', title: appText.footer.privacy },
  { to: pages.about, icon: 'info', title: appText.footer.about },
] as const

/** The pages that the footer links to: the settings of a phone have no footer. */
export const AboutSection = () => (
  <Section title={settingsText.about.title}>
    {ROWS.map((row) => (
      <Cell key={row.to} {...row} />
    ))}
  </Section>
)
