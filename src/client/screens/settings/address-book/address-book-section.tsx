import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { pages } from '../../../../contract/pages.ts'
import type { AddressBookView, AddressView } from '../../../../contract/wallet/views.ts'
import { FailedSection, LoadingCells } from '../../../components/cell-states.tsx'
import { ProofSheet } from '../../../components/proofs/proof-sheet.tsx'
import { dayTime } from '../../../format/times.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { addressBookOf, setWhitelistOnlyAtom } from '../../../state/wallet/address-book.ts'
import { addressBookText as text } from '../../../text/address-book.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Cell, Placeholder, Section, Switch } from '../../../ui/cells/cells.tsx'
import { AddAddressSheet } from './add-address-sheet.tsx'
import style from './address-book-section.module.css'
import { RemoveAddressSheet } from './remove-address-sheet.tsx'

/** The saved withdrawal addresses, and whether withdrawals can go to others. */
export function AddressBookSection({ profile }: { profile: ProfileView }) {
  const query = useAtomValue(addressBookOf(profile.uuid))
  const refresh = useSetAtom(addressBookOf(profile.uuid))
  if (query.state === 'loading') return <LoadingCells count={3} />
  if (query.state === 'failed')
    return (
      <FailedSection
        sectionTitle={undefined}
        title={text.failed}
        line={text.failedLine}
        onRetry={() => void refresh('retry')}
      />
    )
  return <AddressBook profile={profile} book={query.value} />
}

function AddressBook({
  profile,
  book: { addresses, whitelist_only },
}: {
  profile: ProfileView
  book: AddressBookView
}) {
  const [isAdding, setAdding] = useState(false)
  const { uuid: user, has_2fa: hasFactor } = profile
  return (
    <>
      {!hasFactor && <FactorNeeded />}
      {addresses.length > 0 ? (
        <Addresses user={user} addresses={addresses} onAdd={hasFactor ? () => setAdding(true) : undefined} />
      ) : (
        <Section kind="plain">
          <Placeholder icon="book" title={text.none} line={text.noneLine}>
            {hasFactor && (
              <Button kind="primary" size="small" onClick={() => setAdding(true)}>
                {text.add}
              </Button>
            )}
          </Placeholder>
        </Section>
      )}
      <Section kind="menu">
        {hasFactor ? (
          <WhitelistOnly user={user} isOn={whitelist_only} />
        ) : (
          <ModeCell line={text.needsFactor}>
            <Switch label={text.mode} checked={whitelist_only} />
          </ModeCell>
        )}
      </Section>
      {isAdding && <AddAddressSheet user={user} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Nothing here can be changed without a code, except that an address is removed. */
const FactorNeeded = () => (
  <Section kind="block">
    <div className={style.factor}>
      <h2>{text.needsFactorToSave}</h2>
      <ButtonLink to={pages.twoFactor} state={{ returnTo: pages.addresses }} kind="primary" size="medium">
        {settingsText.protections.turnOnFactor}
      </ButtonLink>
    </div>
  </Section>
)

type AddressesProps = {
  user: string
  addresses: readonly AddressView[]
  /** Undefined: none can be added. */
  onAdd: (() => void) | undefined
}

function Addresses({ user, addresses, onAdd }: AddressesProps) {
  const now = useAtomValue(clockAtom)
  const [removed, remove] = useState<AddressView>()
  return (
    <>
      <Section kind="menu">
        {addresses.map((entry) => (
          <Cell
            key={entry.id}
            icon={entry.is_active ? 'book' : 'history'}
            title={entry.label}
            line={
              <>
                {`${shortened(entry.address)} · ${entry.network_name} · `}
                {entry.memo !== null && `${text.withMemo(entry.memo)} · `}
                {entry.is_active ? text.active : text.newUntil(dayTime(entry.active_at, now))}
              </>
            }
          >
            <Button size="small" aria-label={text.removeOf(entry.label)} onClick={() => remove(entry)}>
              {text.remove}
            </Button>
          </Cell>
        ))}
        {onAdd && <Cell icon="plus" title={text.add} onPress={onAdd} />}
      </Section>
      {removed && <RemoveAddressSheet user={user} entry={removed} onClose={() => remove(undefined)} />}
    </>
  )
}

const shortened = (address: string): string => `${address.slice(0, 8)}…${address.slice(-6)}`

/** Both changes need a code; after turning it off, withdrawals are on hold for a day. */
function WhitelistOnly({ user, isOn }: { user: string; isOn: boolean }) {
  const [wanted, setWanted] = useState<boolean>()
  const change = useSetAtom(setWhitelistOnlyAtom)
  const notify = useSetAtom(notifyAtom)
  const [title, line, done] = wanted
    ? [text.turnOn, text.turnOnLine, text.turnedOn]
    : [text.turnOff, text.turnOffLine, text.turnedOff]
  return (
    <>
      <ModeCell line={isOn ? text.modeOn : text.modeOff}>
        <Switch label={text.mode} checked={isOn} onChange={setWanted} />
      </ModeCell>
      {wanted !== undefined && (
        <ProofSheet
          title={title}
          line={line}
          action={title}
          kinds={['code']}
          onConfirm={async ({ code = '' }) => {
            const error = await change(user, wanted, code)
            if (error === undefined) notify({ kind: 'success', title: done })
            return error
          }}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  )
}

const ModeCell = ({ line, children }: { line: string; children: ReactNode }) => (
  <Cell icon="lock" title={text.mode} line={line}>
    {children}
  </Cell>
)
