import { useAtomValue } from 'jotai'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { profileAtom } from '../../state/account/profile.ts'
import { protectionsAtom } from '../../state/account/protections.ts'
import { assetsText } from '../../text/assets.ts'
import { Icon } from '../../ui/icon.tsx'
import style from './set-up-card.module.css'

const text = assetsText.setUp

/** The next protection to turn on, and how many are on. Nothing once the account has all of them. */
export function SetUpCard() {
  const profile = useAtomValue(profileAtom)
  const protectionsOf = useAtomValue(protectionsAtom)
  if (profile === undefined) return null
  const { on, all, missing } = protectionsOf(profile)
  if (missing === undefined) return null
  return (
    <Link className={style.card} to={missing === 'twoFactor' ? pages.twoFactor : pages.security}>
      <span className={style.badge}>
        <Icon name="shield" size={20} />
      </span>
      <span className={style.text}>
        <b>{text.next[missing]}</b>
        <small>{text.on(on, all)}</small>
      </span>
      <Icon name="chevron-right" size={20} className={style.chevron} />
    </Link>
  )
}
