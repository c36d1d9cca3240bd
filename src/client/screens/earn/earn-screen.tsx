import { useAtomValue, useSetAtom } from 'jotai'
import { CellPage } from '../../components/cell-page.tsx'
import { FailedCells, LoadingCells } from '../../components/cell-states.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { earnProfileOf } from '../../state/earn/earn-profile.ts'
import { earnText } from '../../text/earn.ts'
import { Cell, List, Section } from '../../ui/cells/cells.tsx'
import { BalanceSection } from './balance-section.tsx'
import { CachedDaily, DailySection } from './daily-section.tsx'
import style from './earn-screen.module.css'
import { HistorySection } from './history-section.tsx'
import { MiningSection } from './mining-section.tsx'
import { StandingNotice, UnfundedNotice } from './notices.tsx'
import { TasksSection } from './tasks-section.tsx'

/** XP, mining, daily reward and tasks. */
export default function EarnScreen() {
  return (
    <CellPage>
      <div className={`page ${style.page}`}>
        <h1 className="visually-hidden">{earnText.title}</h1>
        <List>
          <WithUser>{(user) => <Earn user={user} />}</WithUser>
        </List>
      </div>
    </CellPage>
  )
}

function Earn({ user }: { user: string }) {
  const query = useAtomValue(earnProfileOf(user))
  const refresh = useSetAtom(earnProfileOf(user))
  if (query.state === 'failed')
    return (
      <FailedCells
        title={query.errorText ?? earnText.failed}
        line={earnText.failedLine}
        onRetry={() => void refresh('retry')}
      />
    )
  if (query.state === 'loading')
    return (
      <>
        <LoadingCells count={3} />
        <CachedDaily user={user} />
      </>
    )
  const { value: profile } = query
  return (
    <>
      <StandingNotice user={user} standing={profile.view.standing} />
      {!profile.view.is_funded && <UnfundedNotice />}
      <BalanceSection profile={profile.view} />
      <MiningSection user={user} profile={profile} />
      <DailySection user={user} profile={profile} />
      <TasksSection user={user} />
      <Section footer={earnText.points.long}>
        <Cell icon="frens" title={earnText.invite.title} line={earnText.invite.line} to="/frens" />
      </Section>
      <HistorySection user={user} />
    </>
  )
}
