import { useAtomValue } from 'jotai'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { protectionsAtom } from '../../../state/account/protections.ts'
import { settingsText } from '../../../text/settings.ts'
import { Section } from '../../../ui/cells/cells.tsx'
import style from './protections.module.css'

const text = settingsText.protections

export function Protections({ profile }: { profile: ProfileView }) {
  const { on, all, missing } = useAtomValue(protectionsAtom)(profile)
  const line = missing === undefined ? text.all : profile.has_2fa ? text.missing : text.noFactor
  return (
    <Section kind="block">
      <div className={style.protections}>
        <h2>{text.on(on, all)}</h2>
        <ProtectionBars on={on} all={all} />
        <p>{line}</p>
      </div>
    </Section>
  )
}

export const ProtectionBars = ({ on, all }: { on: number; all: number }) => (
  <span className={style.bars} aria-hidden="true">
    {Array.from({ length: all }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars differ in nothing but their place.
      <i key={index} data-on={index < on || undefined} />
    ))}
  </span>
)
