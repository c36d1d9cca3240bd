/** Limits of withdrawals and the address book as JSON. */

import { withChecksum } from '../../chains/evm/address.ts'
import { formatUnits } from '../../contract/money.ts'
import type { AddressBookView, AddressView, WithdrawalLimitsView } from '../../contract/wallet/views.ts'
import type { AddressBook, SavedAddress } from '../withdrawals/address-book.ts'
import type { OwnLimits } from '../withdrawals/own-limits.ts'
import { isoTime } from './time.ts'

export const withdrawalLimitsView = ({
  limits,
  holdUntil,
  hasTwoFactor,
  isWhitelistOnly,
  canVerify,
}: OwnLimits): WithdrawalLimitsView => ({
  limit: formatUnits(limits.limit),
  used: formatUnits(limits.used),
  verified_limit: canVerify && limits.verifiedLimit !== null ? formatUnits(limits.verifiedLimit) : null,
  new_address_limit: formatUnits(limits.newAddressLimit),
  new_address_used: formatUnits(limits.newAddressUsed),
  hold_until: holdUntil === null ? null : isoTime(holdUntil),
  two_factor_enabled: hasTwoFactor,
  whitelist_only: isWhitelistOnly,
})

export const addressView = (saved: SavedAddress): AddressView => ({
  id: saved.id,
  network_id: saved.network_id,
  network_name: saved.networkName,
  currency_id: saved.currency_id,
  label: saved.label,
  address: withChecksum(saved.address),
  memo: saved.memo,
  active_at: isoTime(saved.active_at),
  is_active: saved.isActive,
  created_at: isoTime(saved.created_at),
})

export const addressBookView = ({ isWhitelistOnly, addresses }: AddressBook): AddressBookView => ({
  whitelist_only: isWhitelistOnly,
  addresses: addresses.map(addressView),
})
