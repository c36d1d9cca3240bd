import type { LiabilitiesView } from '../../../contract/liabilities/views.ts'
import { liabilitiesText } from '../../text/liabilities.ts'
import { Cell, Section } from '../../ui/cells/cells.tsx'
import { utcTime } from './utc-time.ts'

const text = liabilitiesText.earlier

/** The roots of older reports, for proofs that users keep. */
export const EarlierReports = ({ earlier }: { earlier: LiabilitiesView['earlier'] }) => (
  <Section title={text.title}>
    {earlier.map(({ seq, at, root }) => (
      <Cell key={seq} title={utcTime(at)} line={text.root(root)} />
    ))}
  </Section>
)
