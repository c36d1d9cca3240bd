import { pages } from '../../../contract/pages.ts'
import { settingsText } from '../../text/settings.ts'
import { Cell, Section } from '../../ui/cells/cells.tsx'

const text = settingsText.inclusion

/** Opens the check that the balance of the user is in the report of liabilities. */
export const InclusionSection = () => (
  <Section title={text.title}>
    <Cell icon="shield" title={text.check} line={text.checkLine} to={`${pages.liabilities}?check`} />
  </Section>
)
