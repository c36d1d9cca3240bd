import { useAtomValue, useSetAtom } from 'jotai'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { durationText, runTime } from '../../format/countdown.ts'
import { grouped } from '../../format/numbers.ts'
import { profileAtom } from '../../state/account/profile.ts'
import { claimDailyAtom, dailyBusyOf } from '../../state/earn/daily-reward.ts'
import { dailyRewardAt } from '../../state/earn/daily-strip.ts'
import { type EarnProfile, earnProfileOf } from '../../state/earn/earn-profile.ts'
import { miningRunAt } from '../../state/earn/mining-run.ts'
import { earnText } from '../../text/earn.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import style from './earn-card.module.css'
import { useServerTime } from './use-server-time.ts'

/** On the home page: the daily reward beside the mining run, with what can be claimed. Nothing without a profile. */
export function EarnCard() {
  const profile = useAtomValue(profileAtom)
  return profile ? <Parts user={profile.uuid} /> : null
}

function Parts({ user }: { user: string }) {
  const query = useAtomValue(earnProfileOf(user))
  if (query.state !== 'ready') return null
  const { standing, is_funded } = query.value.view
  return (
    <section className={style.card} aria-label={earnText.title}>
      <Daily user={user} profile={query.value} canClaim={standing.state === 'ok' && is_funded} />
      <Mining profile={query.value} />
    </section>
  )
}

function Daily({ user, profile, canClaim }: { user: string; profile: EarnProfile; canClaim: boolean }) {
  const daily = dailyRewardAt(profile.view, useServerTime(profile))
  const isBusy = useAtomValue(dailyBusyOf(user))
  const claim = useSetAtom(claimDailyAtom)
  const text = earnText.daily
  const amount = grouped(String(daily.nextAmount))
  if (!daily.isReady || !canClaim)
    return (
      <Link className={style.part} to={pages.earn}>
        <Icon name="gift" size={20} className={style.icon} />
        <Lines title={daily.isReady ? text.title : text.next(daily.countdown)} line={text.keepStreak(amount)} />
      </Link>
    )
  return (
    <div className={style.part}>
      <Icon name="gift" size={20} className={style.icon} />
      <Lines title={text.ready(daily.nextDay)} line={earnText.xp(amount)} />
      <Button
        kind="tinted"
        size="small"
        aria-label={text.claim(amount)}
        busy={isBusy ? text.claiming : undefined}
        onClick={() => void claim(user)}
      >
        {text.short}
      </Button>
    </div>
  )
}

function Mining({ profile }: { profile: EarnProfile }) {
  const { state, target, leftMillis, durationMillis } = miningRunAt(profile.view, useServerTime(profile))
  const text = earnText.mining
  const all = grouped(String(target))
  const [title = '', line = ''] = {
    idle: [text.start, text.idleLine(all, durationText(durationMillis))],
    mining: [text.running, text.runningLine(runTime(leftMillis))],
    ready: [text.title, text.claim(all)],
  }[state]
  return (
    <Link className={style.part} to={pages.earn}>
      <Lines title={title} line={line} />
      <Icon name="chevron-right" size={20} className={style.chevron} />
    </Link>
  )
}

const Lines = ({ title, line }: { title: string; line: string }) => (
  <span className={style.text}>
    <b>{title}</b> <small>{line}</small>
  </span>
)
