import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useId, useRef, useState } from 'react'
import type { TransactionView } from '../../../../contract/transactions/views.ts'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { decimalsOf } from '../../../format/numbers.ts'
import { hostAtom } from '../../../state/app/host.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { checkPayment, payWithWalletAtom, type WalletStep, walletsFor } from '../../../state/deposit/pay-with-wallet.ts'
import { recentDepositsOf } from '../../../state/history/recent-deposits.ts'
import { appText } from '../../../text/app.ts'
import { depositText } from '../../../text/deposit.ts'
import { SheetLine } from '../../../ui/actions.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { QueryState } from '../../../ui/states/query-state.tsx'
import { isWideScreen } from '../../../ui/use-wide-screen.ts'
import { RowButton, RowList } from '../funds/rows.tsx'
import { StepBody } from '../funds/step-form.tsx'
import style from './wallet-payment.module.css'
import { WalletWaiting } from './wallet-waiting.tsx'

const text = depositText.wallet

type Coin = { readonly id: number; readonly symbol: string }
type Props = { user: string; coin: Coin; network: NetworkView }

/** Nothing where no wallet can be asked. */
export function WalletPayment(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const running = useRef<AbortController>(undefined)
  if (walletsFor(props.network).length === 0) return null
  const close = () => {
    running.current?.abort()
    setOpen(false)
  }
  return (
    <>
      <div className={style.pay}>
        <Button kind="primary" onClick={() => setOpen(true)}>
          <Icon name="wallet" size={20} />
          {text.pay}
        </Button>
      </div>
      {isOpen && (
        <Sheet title={text.pay} close={appText.close} onClose={close}>
          <PaymentForm {...props} running={running} onClose={close} />
        </Sheet>
      )}
    </>
  )
}

type Wallet = ReturnType<typeof walletsFor>[number]
type Step = 'form' | 'sent' | { readonly wallet: Wallet; readonly step: WalletStep }

type FormProps = Props & { running: RefObject<AbortController | undefined>; onClose: () => void }

function PaymentForm({ user, coin, network, running, onClose }: FormProps) {
  const [amount, setAmount] = useState('')
  const [step, setStep] = useState<Step>('form')
  const [error, setError] = useState<string>()
  const pay = useSetAtom(payWithWalletAtom)
  const { platform } = useAtomValue(hostAtom)
  const hintId = useId()
  const [deposits, retry] = useAtom(recentDepositsOf(user)(coin.id))
  const [before, setBefore] = useState<string>()
  const newest = deposits.state === 'ready' ? deposits.value[0] : undefined
  if (step === 'sent')
    return <Sent coin={coin} deposit={newest?.uuid === before ? undefined : newest} onClose={onClose} />
  const minimum = amountText(network.min_deposit, coin.symbol)
  const choose = async (wallet: Wallet, newest: TransactionView | undefined) => {
    const why = checkPayment(amount, network)
    // The question is under the field.
    if (why === 'open') return
    if (why !== undefined) return setError(text.why[why](why === 'min' ? minimum : network.withdraw_step))
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setBefore(newest?.uuid)
    setStep({ wallet, step: { type: 'connect', link: undefined } })
    const failure = await pay(wallet, { network, currency: coin.id, amount }, controller, (step) => {
      setStep({ wallet, step })
      // A desktop shows a code for the phone instead.
      if (step.type === 'connect' && step.link !== undefined && !isWideScreen()) platform.openLink(step.link)
    })
    if (running.current !== controller) return
    setError(failure)
    setStep(failure === undefined ? 'sent' : 'form')
  }
  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setStep('form')
  }
  if (step !== 'form') return <WalletWaiting {...step} onCancel={cancel} />
  return (
    <StepBody>
      <NumberField
        label={text.amount(coin.symbol)}
        value={amount}
        decimals={decimalsOf(network.withdraw_step)}
        unit={coin.symbol}
        onType={(typed) => {
          setAmount(typed)
          setError(undefined)
        }}
        isInvalid={error !== undefined}
        placeholder="0"
        describedBy={hintId}
      />
      <Hint id={hintId}>{text.line(minimum)}</Hint>
      <FormError>{error}</FormError>
      {/* A payment is recognized as the first deposit after those that are known when the wallet is chosen. */}
      <QueryState query={deposits} failed={depositText.recentFailed} line={depositText.safeLine} onRetry={retry}>
        {([newest]) => <WalletList network={network} onChoose={(wallet) => void choose(wallet, newest)} />}
      </QueryState>
    </StepBody>
  )
}

type ListProps = { network: NetworkView; onChoose: (wallet: Wallet) => void }

const WalletList = ({ network, onChoose }: ListProps) => (
  <RowList>
    {walletsFor(network).map((wallet) => (
      <li key={wallet.key}>
        <RowButton onPress={() => onChoose(wallet)} hasChevron>
          <span>
            <b>{wallet.name}</b>
            <small>{text.types[wallet.type]}</small>
          </span>
        </RowButton>
      </li>
    ))}
  </RowList>
)

type SentProps = { coin: Coin; deposit: TransactionView | undefined; onClose: () => void }

/** What the wallet has sent, until the balance has it. */
const Sent = ({ coin, deposit, onClose }: SentProps) => (
  <StepBody>
    <SheetLine role="status">
      {deposit?.status === 'completed' ? text.credited(amountText(deposit.amount, coin.symbol)) : text.sent}
    </SheetLine>
    <Button kind="primary" onClick={onClose}>
      {text.done}
    </Button>
  </StepBody>
)
