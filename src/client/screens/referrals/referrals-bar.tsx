import { pages } from '../../../contract/pages.ts'
import { referralsText } from '../../text/referrals.ts'
import { PageBar } from '../../ui/page-bar.tsx'

export default function ReferralsBar() {
  return <PageBar title={referralsText.title} up={pages.frens} />
}
