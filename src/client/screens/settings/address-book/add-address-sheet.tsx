import { useAtomValue, useSetAtom } from 'jotai'
import { type ComponentProps, useState } from 'react'
import { isBlank, isPlain } from '../../../../contract/visible-text.ts'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { CommitButton } from '../../../components/commit-button.tsx'
import { ProofFields, proofErrors } from '../../../components/proofs/proof-fields.tsx'
import { ScanButton } from '../../../components/scan-button.tsx'
import { notifyAtom } from '../../../state/app/host.ts'
import { addAddressAtom } from '../../../state/wallet/address-book.ts'
import { withdrawNetworksOf } from '../../../state/wallet/networks.ts'
import { addressStart, isAddress, isMemo } from '../../../state/withdraw/draft.ts'
import { recipientOf } from '../../../state/withdraw/scanned-recipient.ts'
import { addressBookText as text } from '../../../text/address-book.ts'
import { appText } from '../../../text/app.ts'
import { depositText } from '../../../text/deposit.ts'
import { settingsText } from '../../../text/settings.ts'
import { withdrawText } from '../../../text/withdraw.ts'
import { Form } from '../../../ui/form/form.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { SkeletonRows } from '../../../ui/states/skeleton.tsx'

/** Saves an address: network, name, address and a 2FA code. */
export function AddAddressSheet({ user, onClose }: { user: string; onClose: () => void }) {
  const networks = useAtomValue(withdrawNetworksOf(user))
  return (
    <Sheet title={text.addTitle} close={appText.close} onClose={onClose}>
      {networks.state === 'loading' && <SkeletonRows count={3} height={60} />}
      {networks.state === 'failed' && (
        <EmptyState icon="alert" title={depositText.failed} line={networks.errorText ?? text.failedLine} isError />
      )}
      {networks.state === 'ready' && networks.value[0] === undefined && (
        <EmptyState icon="book" title={withdrawText.noCoins} line={withdrawText.noCoinsLine} />
      )}
      {networks.state === 'ready' && networks.value[0] !== undefined && (
        <AddForm user={user} networks={networks.value} first={networks.value[0]} onClose={onClose} />
      )}
    </Sheet>
  )
}

const TYPED_EXACTLY = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

type FormProps = { user: string; networks: readonly NetworkView[]; first: NetworkView; onClose: () => void }

function AddForm({ user, networks, first, onClose }: FormProps) {
  const add = useSetAtom(addAddressAtom)
  const notify = useSetAtom(notifyAtom)
  const networkOf = (id: string) => networks.find((network) => String(network.id) === id) ?? first
  const { values, field, submit, submitWith, isBusy, formError } = useForm({
    initial: { network: String(first.id), label: '', address: '', memo: '', code: '', password: '' },
    errorsOf: ({ network, label, address, memo, code }) => ({
      label: labelError(label),
      address: addressError(address.trim(), networkOf(network)),
      memo: memoError(memo, networkOf(network)),
      code: proofErrors('code', { code }).code,
    }),
    async send({ network, label, address, memo, code }) {
      const body = {
        network_id: networkOf(network).id,
        label: label.trim(),
        address: address.trim(),
        memo: memoFor(networkOf(network), memo),
        code: code.trim(),
      }
      const error = await add(user, body)
      if (error !== undefined) return error
      notify({ kind: 'success', title: text.added })
      onClose()
      return undefined
    },
  })
  const { value: network, onType: chooseNetwork } = field('network')
  return (
    <Form onSubmit={submit}>
      <Hint>{text.addLine}</Hint>
      {networks.length > 1 && <NetworkSelect networks={networks} value={network} onChoose={chooseNetwork} />}
      <TextField
        {...field('label')}
        label={text.label}
        placeholder={text.labelHint}
        maxLength={40}
        autoComplete="off"
      />
      <AddressFields address={field('address')} memo={field('memo')} network={networkOf(values.network)} />
      <ProofFields kind="code" field={field} onFull={(code) => submitWith('code', code)} />
      <FormError>{formError}</FormError>
      <CommitButton isSubmit busy={isBusy ? settingsText.proof.working : undefined}>
        {text.save}
      </CommitButton>
    </Form>
  )
}

type Field = Pick<ComponentProps<typeof TextField>, 'value' | 'onType' | 'error'>
type AddressProps = { address: Field; memo: Field; network: NetworkView }

function AddressFields({ address, memo, network }: AddressProps) {
  const [isScanned, setScanned] = useState(false)
  const fill = (scanned: string) => {
    const recipient = recipientOf(scanned, network)
    address.onType(recipient.address)
    memo.onType(recipient.memo)
    setScanned(true)
  }
  return (
    <>
      <TextField
        {...address}
        {...TYPED_EXACTLY}
        label={withdrawText.addressHint(network.name)}
        placeholder={addressStart(network)}
        error={address.error ?? (isScanned ? addressError(address.value.trim(), network) : undefined)}
        trailing={<ScanButton onText={fill} />}
      />
      {network.memo_regex !== null && (
        <TextField
          {...memo}
          {...TYPED_EXACTLY}
          label={withdrawText.memo.label}
          placeholder={withdrawText.memo.optional}
          error={memo.error ?? (isScanned ? memoError(memo.value, network) : undefined)}
        />
      )}
    </>
  )
}

type SelectProps = { networks: readonly NetworkView[]; value: string; onChoose: (id: string) => void }

const NetworkSelect = ({ networks, value, onChoose }: SelectProps) => (
  <SelectField label={text.network} value={value} onChoose={onChoose}>
    {networks.map((network) => (
      <option key={network.id} value={network.id}>
        {network.name}
      </option>
    ))}
  </SelectField>
)

/** Null on a network without memos. */
const memoFor = ({ memo_regex }: NetworkView, memo: string): string | null =>
  memo_regex === null ? null : memo.trim() || null

const memoError = (memo: string, network: NetworkView): string | undefined =>
  isMemo(memoFor(network, memo) ?? '', network) ? undefined : withdrawText.memo.invalid

function labelError(label: string): string | undefined {
  if (isBlank(label)) return text.enterLabel
  return isPlain(label) ? undefined : text.unusableLabel
}

function addressError(address: string, network: NetworkView): string | undefined {
  if (address === '') return text.enterAddress
  return isAddress(address, network) ? undefined : withdrawText.invalidAddress(network.name)
}
