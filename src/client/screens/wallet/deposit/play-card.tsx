import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { PlayWalletView } from '../../../../contract/play-wallet/views.ts'
import type { NetworkView } from '../../../../contract/wallet/views.ts'
import { playWalletPath } from '../../../components/money-paths.ts'
import { decimalsOf } from '../../../format/numbers.ts'
import { plainText } from '../../../format/typed-number.ts'
import { openNumberText } from '../../../state/app/open-number-text.ts'
import { amountText } from '../../../state/convert/convert-figures.ts'
import { checkPlayAmount, maxPlayAmount } from '../../../state/wallet/play-amount.ts'
import { hasPlayWalletAtom, playSendAtom, playWalletOf } from '../../../state/wallet/play-wallet.ts'
import { appText } from '../../../text/app.ts'
import { playWalletText as text } from '../../../text/play-wallet.ts'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/cells/row.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { FillButton } from '../funds/fill-button.tsx'
import style from './play-card.module.css'

type Props = { user: string; coin: { readonly id: number; readonly symbol: string }; network: NetworkView }

/** Sends play coins from the external wallet of a play exchange. Nothing in live mode. */
export function PlayCard(props: Props) {
  return useAtomValue(hasPlayWalletAtom) ? <Card {...props} /> : null
}

/** One row, which opens the form. */
function Card(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={style.card} aria-label={text.title}>
      <Row className={style.row} icon="wallet" title={text.sendFrom} isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      {isOpen && <Opened {...props} />}
    </section>
  )
}

function Opened({ user, coin, network }: Props) {
  const query = useAtomValue(playWalletOf(user)(network.id))
  const refresh = useSetAtom(playWalletOf(user)(network.id))
  return (
    <div className={style.opened}>
      {query.state === 'loading' && <Skeleton width="100%" height={104} />}
      {query.state === 'failed' && (
        <>
          <Hint>{query.errorText ?? text.failed}</Hint>
          <Button size="small" onClick={() => void refresh('retry')}>
            {appText.retry}
          </Button>
        </>
      )}
      {query.state === 'ready' && <SendForm user={user} wallet={query.value} coin={coin} network={network} />}
      <Link className={style.link} to={playWalletPath}>
        {text.open}
      </Link>
    </div>
  )
}

/** Undefined for an open amount: the field asks. */
const checkText = (check: ReturnType<typeof checkPlayAmount>, held: string): string | undefined =>
  check === 'none' ? text.enterAmount : check === 'too-much' ? text.tooMuch(held) : undefined

function SendForm({ user, wallet, coin, network }: Props & { wallet: PlayWalletView }) {
  const [amount, setAmount] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [isSent, setSent] = useState(false)
  const hintId = useId()
  const send = useSetAtom(playSendAtom)
  const balance = wallet.balances.find(({ currency_id }) => currency_id === coin.id)
  if (!balance) return <Hint>{text.failedLine}</Hint>
  const held = amountText(balance.amount, coin.symbol)
  const type = (value: string) => {
    setAmount(value)
    setError(undefined)
    setSent(false)
  }
  const submit = async () => {
    const check = checkPlayAmount(amount, balance.amount)
    if (check !== undefined) return setError(checkText(check, held))
    setBusy(true)
    const body = { network_id: network.id, currency_id: coin.id, amount: plainText(amount), address: null }
    const failure = await send(user, body)
    setBusy(false)
    setError(failure)
    if (failure !== undefined) return
    setAmount('')
    setSent(true)
  }
  return (
    <form
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit()
      }}
    >
      <Hint id={hintId}>{text.balance(held)}</Hint>
      <NumberField
        label={text.amount(coin.symbol)}
        value={amount}
        decimals={Math.max(8, decimalsOf(network.withdraw_step))}
        unit={coin.symbol}
        onType={type}
        isInvalid={error !== undefined}
        placeholder="0"
        describedBy={hintId}
      >
        <FillButton label={text.maxLabel(held)} onPress={() => type(maxPlayAmount(balance))}>
          {text.max}
        </FillButton>
      </NumberField>
      <FormError>{error}</FormError>
      <Button kind="tinted" size="medium" isSubmit busy={isBusy ? text.sending : undefined}>
        {openNumberText(amount) ?? text.send}
      </Button>
      {isSent && <Hint role="status">{text.sent}</Hint>}
    </form>
  )
}
