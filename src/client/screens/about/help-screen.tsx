import { helpText } from '../../text/legal.ts'
import { LegalPage } from './legal-page.tsx'

export default function HelpScreen() {
  return <LegalPage text={helpText} />
}
