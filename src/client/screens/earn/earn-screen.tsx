import { useAtomValue, useSetAtom } from 'jotai'
import { CellPage } from '../../components/cell-page.tsx'
import { FailedCells, LoadingCells } from '../../components/cell-states.tsx'
import { DeskColumns, DeskPage } from '../../components/desk/desk-page.tsx'
import { WithUser } from '../../components/with-user.tsx'
import { claimableCountOf } from '../../state/earn/claimable.ts'
import { type EarnProfile, earnProfileOf } from '../../state/earn/earn-profile.ts'
import { earnText } from '../../text/earn.ts'
import { Cell, List, Section } from '../../ui/cells/cells.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { BalanceSection } from './balance-section.tsx'
import { CachedDaily, DailySection } from './daily-section.tsx'
import style from './earn-screen.module.css'
import { FoldedHistory, HistoryCard } from './history-section.tsx'
import { MiningSection } from './mining-section.tsx'
import { StandingNotice, UnfundedNotice } from './notices.tsx'
import { TasksSection } from './tasks-section.tsx'

/** XP, mining, daily reward and tasks. */
export default function EarnScreen() {
  return (
    <CellPage>
      <DeskPage className={style.page}>
        <h1 className="visually-hidden">{earnText.title}</h1>
        <List>
          <WithUser>{(user) => <Earn user={user} />}</WithUser>
        </List>
      </DeskPage>
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
    return <DeskColumns top={<LoadingCells count={3} />} side={<CachedDaily user={user} />} />
  return <Rewards user={user} profile={query.value} />
}

/** The balance is first. A desk has the mining beside it, and what is no task on the right. */
function Rewards({ user, profile }: { user: string; profile: EarnProfile }) {
  const isWide = useWideScreen()
  const isAllClaimed = useAtomValue(claimableCountOf(user)) === 0
  const invite = (
    <Section kind={isWide ? 'menu' : 'rows'} footer={earnText.points.long}>
      <Cell icon="frens" title={earnText.invite.title} line={earnText.invite.line} to="/frens" />
    </Section>
  )
  const top = (
    <>
      <StandingNotice user={user} standing={profile.view.standing} />
      {!profile.view.is_funded && <UnfundedNotice />}
      <div className={style.top}>
        <BalanceSection user={user} profile={profile.view} />
        <MiningSection user={user} profile={profile} isMain={isAllClaimed} />
      </div>
    </>
  )
  if (!isWide)
    return (
      <>
        {top}
        <DailySection profile={profile} />
        <TasksSection user={user} />
        {invite}
        <FoldedHistory user={user} />
      </>
    )
  const side = (
    <>
      <DailySection profile={profile} />
      {invite}
      <HistoryCard user={user} />
    </>
  )
  return <DeskColumns top={top} side={side} main={<TasksSection user={user} />} />
}
