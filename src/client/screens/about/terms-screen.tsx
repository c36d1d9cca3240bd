import { termsText } from '../../text/legal.ts'
import { LegalPage } from './legal-page.tsx'

export default function TermsScreen() {
  return <LegalPage text={termsText} />
}
