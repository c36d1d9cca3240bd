import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
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
import { Button } from '../../../ui/button.tsx'
import { Cell, Section, Switch } from '../../../ui/cells/cells.tsx'
import { AddAddressSheet } from './add-address-sheet.tsx'
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

function AddressBook({ profile, book }: { profile: ProfileView; book: AddressBookView }) {
  const now = useAtomValue(clockAtom)
  const [isAdding, setAdding] = useState(false)
  const [removed, remove] = useState<AddressView>()
  const user = profile.uuid
  return (
    <>
      <Section footer={profile.has_2fa ? undefined : text.needsFactor}>
        {book.addresses.length === 0 && <Cell icon="book" title={text.none} line={text.noneLine} />}
        {book.addresses.map((entry) => (
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
        {profile.has_2fa ? (
          <Cell icon="plus" title={text.add} onPress={() => setAdding(true)} />
        ) : (
          <Cell icon="shield" title={settingsText.protections.turnOnFactor} to={pages.twoFactor} />
        )}
        <WhitelistOnly user={user} isOn={book.whitelist_only} />
      </Section>
      {isAdding && <AddAddressSheet user={user} onClose={() => setAdding(false)} />}
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
      <Cell icon="lock" title={text.mode} line={isOn ? text.modeOn : text.modeOff}>
        <Switch label={text.mode} checked={isOn} onChange={setWanted} />
      </Cell>
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
