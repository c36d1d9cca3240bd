import { useAtomValue } from 'jotai'
import { pages } from '../../../contract/pages.ts'
import { profileAtom } from '../../state/account/profile.ts'
import { protectionsAtom } from '../../state/account/protections.ts'
import { assetsText } from '../../text/assets.ts'
import { Row } from '../../ui/cells/row.tsx'
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
    <Row
      className={style.card}
      icon="shield"
      title={text.next[missing]}
      line={text.on(on, all)}
      to={missing === 'twoFactor' ? pages.twoFactor : pages.security}
      isAccented
    />
  )
}
