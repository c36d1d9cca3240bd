import { privacyText } from '../../text/legal.ts'
import { LegalPage } from './legal-page.tsx'

export default function PrivacyScreen() {
  return <LegalPage text={privacyText} />
}
