import { useAtomValue, useSetAtom } from 'jotai'
import type { EarnProfileView } from '../../../contract/earn/views.ts'
import { useServerTime } from '../../components/earn/use-server-time.ts'
import { grouped } from '../../format/numbers.ts'
import { dailyCacheAtom } from '../../state/earn/daily-cache.ts'
import { claimDailyAtom, dailyBusyOf } from '../../state/earn/daily-reward.ts'
import { dailyRewardAt } from '../../state/earn/daily-strip.ts'
import type { EarnProfile } from '../../state/earn/earn-profile.ts'
import { miningRunAt } from '../../state/earn/mining-run.ts'
import { earnText } from '../../text/earn.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/cells/cells.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { blockedLabel } from './blocked-label.ts'
import style from './daily-section.module.css'
import { EarnHint } from './earn-hint.tsx'

const text = earnText.daily

/** `isAlone`: no key claims several rewards. */
type Props = { user: string; profile: EarnProfile; isAlone: boolean }

/** Seven days with today's mark, and the button that claims or counts down. */
export function DailySection({ user, profile, isAlone }: Props) {
  const now = useServerTime(profile)
  const daily = dailyRewardAt(profile.view, now)
  return (
    <Section title={text.title} aside={daily.streak === 0 ? text.noStreak : text.streak(daily.streak)} kind="plain">
      <ol className={style.days}>
        {daily.cells.map(({ day, amount, state }) => (
          <li key={day} data-state={state} aria-current={state === 'today' || state === 'claimed' ? 'date' : undefined}>
            <span>{text.day(day)}</span>
            {state === 'past' || state === 'claimed' ? <Icon name="check" size={16} /> : <b>{amount}</b>}
            <span>{state === 'past' || state === 'claimed' ? `+${amount}` : 'XP'}</span>
            <span className="visually-hidden">{text.states[state]}</span>
          </li>
        ))}
      </ol>
      <DailyButton
        user={user}
        profile={profile.view}
        daily={daily}
        isMain={isAlone && miningRunAt(profile.view, now).state !== 'ready'}
      />
    </Section>
  )
}

type ButtonProps = {
  user: string
  profile: EarnProfileView
  daily: ReturnType<typeof dailyRewardAt>
  isMain: boolean
}

function DailyButton({ user, profile, daily, isMain }: ButtonProps) {
  const isBusy = useAtomValue(dailyBusyOf(user))
  const claim = useSetAtom(claimDailyAtom)
  const blocked = blockedLabel(profile)
  if (blocked !== undefined || !daily.isReady)
    return (
      <Button className={style.wide} disabled>
        {blocked ?? text.next(daily.countdown)}
      </Button>
    )
  return (
    <Button
      kind={isMain ? 'primary' : 'tinted'}
      className={style.wide}
      busy={isBusy ? text.claiming : undefined}
      onClick={() => void claim(user)}
    >
      {text.claim(grouped(String(daily.nextAmount)))}
    </Button>
  )
}

/** What the device remembers of the last claim, until the server has answered. */
export function CachedDaily({ user }: { user: string }) {
  const { lastGetAt, daysCheckIn, rewardAmount } = useAtomValue(dailyCacheAtom)(user)
  return (
    <Section title={text.title} aside={lastGetAt !== null && text.streak(daysCheckIn)} kind="plain">
      <Skeleton width="100%" height={72} />
      {lastGetAt !== null && <EarnHint>{text.cached(grouped(String(rewardAmount)))}</EarnHint>}
    </Section>
  )
}
