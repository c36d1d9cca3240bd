import { useSetAtom } from 'jotai'
import type { LiabilityReportView } from '../../../contract/liabilities/views.ts'
import { grouped } from '../../format/numbers.ts'
import { copyTextAtom } from '../../state/app/copy-text.ts'
import { saveAddressesAtom, saveJsonAtom } from '../../state/liabilities/save.ts'
import { liabilitiesText } from '../../text/liabilities.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Section } from '../../ui/cells/cells.tsx'
import { Icon } from '../../ui/icon.tsx'
import style from './liabilities-screen.module.css'
import { utcTime } from './utc-time.ts'

const text = liabilitiesText.report

type Props = { report: LiabilityReportView; nextAt: string; hasAddresses: boolean }

/** What identifies the report, and its files. */
export function ReportSection({ report, nextAt, hasAddresses }: Props) {
  const save = useSetAtom(saveJsonAtom)
  const saveAddresses = useSetAtom(saveAddressesAtom)
  return (
    <Section title={text.title} kind="block">
      <dl className={style.details}>
        <Row name={text.time}>{utcTime(report.at)}</Row>
        <Row name={text.command}>{grouped(String(report.seq))}</Row>
        <HashRow name={text.root} hash={report.root} />
        <HashRow name={text.journal} hash={report.journal_hash} />
        <Row name={text.next}>{utcTime(nextAt)}</Row>
        <Row name={text.leaves}>{grouped(String(2 ** report.height))}</Row>
      </dl>
      <p className={style.text}>{text.leavesLine}</p>
      {hasAddresses && <p className={style.text}>{text.addressesLine}</p>}
      <div className={style.actions}>
        <Button size="small" onClick={() => void save(text.file(report.seq), report)}>
          <Icon name="deposit" size={16} />
          {text.download}
        </Button>
        {hasAddresses && (
          <Button size="small" onClick={() => void saveAddresses()}>
            <Icon name="deposit" size={16} />
            {text.addresses}
          </Button>
        )}
      </div>
    </Section>
  )
}

const Row = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

function HashRow({ name, hash }: { name: string; hash: string }) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <div className={style.hash}>
      <dt>{name}</dt>
      <dd>
        <code>{hash}</code>
        <IconButton label={text.copy(name)} onClick={() => void copy(hash)}>
          <Icon name="copy" size={20} />
        </IconButton>
      </dd>
    </div>
  )
}
