import { useAtomValue, useSetAtom } from 'jotai'
import { pages } from '../../../../contract/pages.ts'
import type { AddressView, NetworkView } from '../../../../contract/wallet/views.ts'
import { dayTime } from '../../../format/times.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { addressBookOf, addressesFor } from '../../../state/wallet/address-book.ts'
import { editWithdrawAtom, moveWithdrawAtom } from '../../../state/withdraw/form.ts'
import { addressBookText } from '../../../text/address-book.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { ButtonRow, SheetActions } from '../../../ui/actions.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { StepView } from '../../../ui/overlays/step-view.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { QueryState } from '../../../ui/states/query-state.tsx'
import { shortAddress } from '../funds/address-text.tsx'
import { RowButton, RowList } from '../funds/rows.tsx'

type Props = { user: string; currency: number; network: NetworkView; onClose: () => void }

/** The saved addresses of the network. Choosing one continues with the amount. */
export function AddressPicker({ user, currency, network, onClose }: Props) {
  const query = useAtomValue(addressBookOf(user))
  const refresh = useSetAtom(addressBookOf(user))
  const edit = useSetAtom(editWithdrawAtom)
  const move = useSetAtom(moveWithdrawAtom)
  const choose = ({ id, address, memo }: AddressView) => {
    edit(user, { address, memo: memo ?? '', entry: id })
    onClose()
    move(user, 1)
  }
  return (
    <StepView label={withdrawText.choose} onBack={onClose}>
      <QueryState
        query={query}
        failed={addressBookText.failed}
        line={addressBookText.failedLine}
        onRetry={() => void refresh('retry')}
      >
        {(book) => {
          const addresses = addressesFor(book, { currency, network: network.id })
          if (addresses.length === 0)
            return <EmptyState icon="book" title={withdrawText.noAddresses} line={withdrawText.noAddressesLine} />
          return (
            <RowList>
              {addresses.map((entry) => (
                <li key={entry.id}>
                  <AddressOption
                    entry={entry}
                    isDisabled={book.whitelist_only && !entry.is_active}
                    onPress={() => choose(entry)}
                  />
                </li>
              ))}
            </RowList>
          )
        }}
      </QueryState>
      <SheetActions>
        <ButtonRow>
          <Button onClick={onClose}>{withdrawText.back}</Button>
          <ButtonLink to={pages.addresses}>{withdrawText.manage}</ButtonLink>
        </ButtonRow>
      </SheetActions>
    </StepView>
  )
}

type OptionProps = { entry: AddressView; isDisabled: boolean; onPress: () => void }

function AddressOption({ entry: { label, address, memo, is_active, active_at }, isDisabled, onPress }: OptionProps) {
  const now = useAtomValue(clockAtom)
  return (
    <RowButton isDisabled={isDisabled} onPress={onPress}>
      <span>
        <b>{label}</b>
        <small>
          <code>{shortAddress(address)}</code>
          {memo !== null && ` · ${addressBookText.withMemo(memo)}`}
        </small>
      </span>
      {!is_active && <small>{withdrawText.newUntil(dayTime(active_at, now))}</small>}
    </RowButton>
  )
}
