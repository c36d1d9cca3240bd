import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import type { ProfileView } from '../../../contract/account/views.ts'
import type { FreezeView } from '../../../contract/freezes/views.ts'
import { pages } from '../../../contract/pages.ts'
import { dayTime } from '../../format/times.ts'
import { activeFreezes } from '../../state/account/freezes.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { freezeText } from '../../text/freeze.ts'
import { Icon } from '../../ui/icon.tsx'
import style from './banner.module.css'

const text = freezeText.banner

/** Shown on every page while the account is frozen. */
export default function FreezeBanner({ profile }: { profile: ProfileView }) {
  const now = useAtomValue(clockAtom)
  const [freeze] = activeFreezes(profile, now)
  if (freeze === undefined) return null
  return (
    <div className={style.banner} data-kind="frozen" role="status">
      <Icon name="lock" size={16} />
      <span>{lineOf(freeze, now)}</span>
      <Link to={pages.security}>{text.security}</Link>
    </div>
  )
}

function lineOf({ origin, lifts_at }: FreezeView, now: number): string {
  if (origin !== 'owner') return text.byExchange
  return lifts_at === null ? text.byYou : text.ends(dayTime(lifts_at, now))
}
