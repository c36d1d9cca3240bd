import { useSetAtom } from 'jotai'
import type { LiabilityReportView } from '../../../contract/liabilities/views.ts'
import { CopyRow, DetailRow, DetailsList } from '../../components/details-list.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { grouped } from '../../format/numbers.ts'
import { loadAddressesAtom, saveJsonAtom } from '../../state/liabilities/save.ts'
import { appText } from '../../text/app.ts'
import { liabilitiesText } from '../../text/liabilities.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/cells/cells.tsx'
import { Icon } from '../../ui/icon.tsx'
import style from './liabilities-screen.module.css'
import { utcTime } from './utc-time.ts'

const text = liabilitiesText.report

type Props = { report: LiabilityReportView; nextAt: string | undefined; hasAddresses: boolean }

/** What identifies the report, and its files. Without `nextAt` the next one waits for users. */
export function ReportSection({ report, nextAt, hasAddresses }: Props) {
  const save = useSetAtom(saveJsonAtom)
  const loadAddresses = useSetAtom(loadAddressesAtom)
  return (
    <Section title={text.title} kind="block">
      <DetailsList>
        <DetailRow name={text.time}>{utcTime(report.at)}</DetailRow>
        <DetailRow name={text.command}>{grouped(String(report.seq))}</DetailRow>
        <CopyRow name={text.root} value={report.root} label={text.copy(text.root)} />
        <CopyRow name={text.journal} value={report.journal_hash} label={text.copy(text.journal)} />
        {nextAt !== undefined && <DetailRow name={text.next}>{utcTime(nextAt)}</DetailRow>}
        <DetailRow name={text.leaves}>{grouped(String(2 ** report.height))}</DetailRow>
      </DetailsList>
      {nextAt === undefined && <p className={style.text}>{liabilitiesText.withheldLine}</p>}
      <p className={style.text}>{text.leavesLine}</p>
      {hasAddresses && <p className={style.text}>{text.addressesLine}</p>}
      <div className={style.actions}>
        <Button size="small" onClick={() => void save(text.file(report.seq), report)}>
          <Icon name="export" size={16} />
          {text.download}
        </Button>
        {hasAddresses && (
          <FileButton busy={appText.loading} load={loadAddresses}>
            {text.addresses}
          </FileButton>
        )}
      </div>
    </Section>
  )
}
