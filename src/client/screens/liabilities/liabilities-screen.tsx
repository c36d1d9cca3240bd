import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { LiabilitiesView } from '../../../contract/liabilities/views.ts'
import { pages } from '../../../contract/pages.ts'
import { CellPage } from '../../components/cell-page.tsx'
import { FailedCells, LoadingCells } from '../../components/cell-states.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import { modeAtom } from '../../state/app/exchange-info.ts'
import { sessionAtom } from '../../state/auth/session.ts'
import { liabilitiesAtom } from '../../state/liabilities/report.ts'
import { appText } from '../../text/app.ts'
import { noReportText, liabilitiesText as text } from '../../text/liabilities.ts'
import { settingsText } from '../../text/settings.ts'
import { Cell, List, Placeholder, Section } from '../../ui/cells/cells.tsx'
import { CheckSheet } from './check-sheet.tsx'
import { EarlierReports } from './earlier-reports.tsx'
import style from './liabilities-screen.module.css'
import { ReportSection } from './report-section.tsx'
import { TotalsSection } from './totals-section.tsx'

/** The public report of what all users own. `?check` opens the check of the own balance. */
export default function LiabilitiesScreen() {
  const isPlay = useAtomValue(modeAtom) !== 'live'
  return (
    <CellPage>
      <div className={`page ${style.page}`}>
        <header className={style.head}>
          <h1>{settingsText.inclusion.title}</h1>
          <p>{text.lead}</p>
          {isPlay && <p className={style.play}>{text.play}</p>}
        </header>
        <List>
          <OwnCheck />
          <Report />
          <Lines title={text.shows.title} lines={text.shows.lines} />
          <Lines title={text.limits.title} lines={text.limits.lines(isPlay)} />
          <Section title={text.tool.title} kind="plain">
            <p className={style.text}>{text.tool.line}</p>
            <code className={style.command}>{text.tool.command}</code>
          </Section>
        </List>
      </div>
    </CellPage>
  )
}

/** The row that opens the check, and its sheet. Guests log in first. */
function OwnCheck() {
  const isSignedIn = useAtomValue(sessionAtom).state === 'signed-in'
  const [params, setParams] = useSearchParams()
  const setOpen = (isOpen: boolean) =>
    setParams(isOpen ? { check: '' } : {}, { replace: true, state: { keepsScroll: true } })
  const navigate = useNavigate()
  const logIn = () => navigate(pages.login, { state: { from: { pathname: pages.liabilities, search: '?check' } } })
  if (!isSignedIn)
    return (
      <Section>
        <Cell icon="user" title={settingsText.inclusion.check} line={text.check.logIn} onPress={logIn} />
      </Section>
    )
  return (
    <>
      <Section>
        <Cell
          icon="shield"
          title={settingsText.inclusion.check}
          line={settingsText.inclusion.checkLine}
          onPress={() => setOpen(true)}
        />
      </Section>
      {params.has('check') && (
        <WithUser>{(user) => <CheckSheet user={user} onClose={() => setOpen(false)} />}</WithUser>
      )}
    </>
  )
}

function Report() {
  const query = useAtomValue(liabilitiesAtom)
  const refresh = useSetAtom(liabilitiesAtom)
  const isOffline = useAtomValue(isStaleAtom)
  if (query.state === 'loading') return <LoadingCells title={text.totals.title} count={5} />
  if (query.state === 'failed')
    return (
      <FailedCells
        title={text.failed}
        line={isOffline ? appText.errors.unreachable : text.failedLine}
        onRetry={() => void refresh('retry')}
      />
    )
  return <Published view={query.value} />
}

function Published({ view }: { view: LiabilitiesView }) {
  const { report, earlier } = view
  if (report === null) return <Placeholder icon="history" {...noReportText(view.is_withheld)} />
  return (
    <>
      <TotalsSection report={report} />
      <ReportSection
        report={report}
        nextAt={view.is_withheld ? undefined : view.next_at}
        hasAddresses={view.has_addresses}
      />
      {earlier.length > 0 && <EarlierReports earlier={earlier} />}
    </>
  )
}

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <Section title={title} kind="plain">
    <ul className={style.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </Section>
)
