import { useAtomValue, useSetAtom } from 'jotai'
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
import { Row } from '../../ui/cells/row.tsx'
import style from './earn-card.module.css'
import { useServerTime } from './use-server-time.ts'

/** On the home page: the daily reward and the mining run, with what can be claimed. Nothing without a profile. */
export function EarnCard() {
  const profile = useAtomValue(profileAtom)
  return profile ? <Rows user={profile.uuid} /> : null
}

function Rows({ user }: { user: string }) {
  const query = useAtomValue(earnProfileOf(user))
  if (query.state !== 'ready') return null
  const { standing, is_funded } = query.value.view
  return (
    <section className={style.card} aria-label={earnText.title}>
      <DailyRow user={user} profile={query.value} canClaim={standing.state === 'ok' && is_funded} />
      <MiningRow profile={query.value} />
    </section>
  )
}

function DailyRow({ user, profile, canClaim }: { user: string; profile: EarnProfile; canClaim: boolean }) {
  const daily = dailyRewardAt(profile.view, useServerTime(profile))
  const isBusy = useAtomValue(dailyBusyOf(user))
  const claim = useSetAtom(claimDailyAtom)
  const text = earnText.daily
  const amount = grouped(String(daily.nextAmount))
  if (!daily.isReady || !canClaim)
    return (
      <Row
        className={style.row}
        icon="gift"
        title={daily.isReady ? text.title : text.next(daily.countdown)}
        line={text.keepStreak(amount)}
        to={pages.earn}
      />
    )
  return (
    <Row
      className={style.row}
      icon="gift"
      title={text.ready(daily.nextDay)}
      line={text.readyLine(amount, grouped(String(daily.amountAfter)))}
      isAccented
    >
      <Button
        kind="primary"
        size="small"
        aria-label={text.claim(amount)}
        busy={isBusy ? text.claiming : undefined}
        onClick={() => void claim(user)}
      >
        {text.short}
      </Button>
    </Row>
  )
}

function MiningRow({ profile }: { profile: EarnProfile }) {
  const { state, mined, target, leftMillis, durationMillis } = miningRunAt(profile.view, useServerTime(profile))
  const text = earnText.mining
  const [all, done] = [grouped(String(target)), grouped(String(mined))]
  const row = { className: style.row, icon: 'earn', to: pages.earn } as const
  if (state === 'idle')
    return <Row {...row} title={text.start} line={text.idleLine(all, durationText(durationMillis))} />
  if (state === 'ready') return <Row {...row} title={text.readyTitle} line={text.claim(all)} isAccented />
  return <Row {...row} title={text.running} line={text.runningLine(done, all, runTime(leftMillis))} />
}
