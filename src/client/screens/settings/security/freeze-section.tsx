import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ProfileView } from '../../../../contract/account/views.ts'
import type { FreezeView } from '../../../../contract/freezes/views.ts'
import { ProofSheet } from '../../../components/proofs/proof-sheet.tsx'
import { dayTime } from '../../../format/times.ts'
import { activeFreezes, allProofs, unfreezeAtom } from '../../../state/account/freezes.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { freezeText } from '../../../text/freeze.ts'
import { Button } from '../../../ui/button.tsx'
import { Cell, Section } from '../../../ui/cells/cells.tsx'
import { FreezeSheet } from './freeze-sheet.tsx'
import style from './protections.module.css'

const text = freezeText.settings

/** Who froze the account and when it ends; nothing while it is not frozen. */
export function Frozen({ profile }: { profile: ProfileView }) {
  const freezes = activeFreezes(profile, useAtomValue(clockAtom))
  if (freezes.length === 0) return null
  return (
    <Section title={text.frozenTitle} kind="menu">
      {freezes.map((freeze) =>
        freeze.origin === 'owner' ? (
          <ByOwner key="owner" profile={profile} freeze={freeze} />
        ) : (
          <Cell key={freeze.origin} icon="snow" title={text.byExchange} line={text.byExchangeLine} />
        ),
      )}
    </Section>
  )
}

/** The row that freezes the account; nothing while its owner has frozen it. */
export function FreezeAccount({ profile }: { profile: ProfileView }) {
  const isFrozen = activeFreezes(profile, useAtomValue(clockAtom)).some(({ origin }) => origin === 'owner')
  const [isConfirming, setConfirming] = useState(false)
  if (isFrozen) return null
  return (
    <Section title={text.title} kind="menu">
      <Cell icon="snow" title={text.freeze} line={text.freezeLine}>
        <Button
          kind="danger"
          size="small"
          className={style.key}
          aria-label={text.freeze}
          onClick={() => setConfirming(true)}
        >
          {text.open}
        </Button>
        {isConfirming && <FreezeSheet onClose={() => setConfirming(false)} />}
      </Cell>
    </Section>
  )
}

function ByOwner({ profile, freeze: { since, lifts_at } }: { profile: ProfileView; freeze: FreezeView }) {
  const now = useAtomValue(clockAtom)
  const [sheet, setSheet] = useState<'freeze' | 'unfreeze'>()
  const unfreeze = useSetAtom(unfreezeAtom)
  const close = () => setSheet(undefined)
  const line = lifts_at === null ? dayTime(since, now) : text.ends(dayTime(lifts_at, now))
  return (
    <Cell icon="snow" title={text.byYou} line={line}>
      <Button size="small" onClick={() => setSheet(lifts_at === null ? 'unfreeze' : 'freeze')}>
        {lifts_at === null ? text.unfreeze : text.again}
      </Button>
      {sheet === 'freeze' && <FreezeSheet onClose={close} />}
      {sheet === 'unfreeze' && (
        <ProofSheet
          title={text.unfreeze}
          line={text.unfreezeLine}
          action={text.unfreeze}
          kinds={allProofs(profile)}
          onConfirm={unfreeze}
          onClose={close}
        />
      )}
    </Cell>
  )
}
