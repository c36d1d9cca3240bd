/** Sends the conversion. A lost reply is repeated with the same quote, which the server converts once. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import type { ConvertQuoteView, ConvertView } from '../../../contract/convert/views.ts'
import type { Failure } from '../../connection/request.ts'
import { convertText } from '../../text/convert.ts'
import { onTradeAtom } from '../account/profile.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { fromCoinsOf } from './coins.ts'
import { amountText } from './convert-figures.ts'
import { convertibleOf } from './form.ts'
import { isWatched, isWorseOf, refreshAtom, tickAtom } from './preview.ts'
import { dropQuoteAtom, quoteOf } from './quote.ts'
import { millisLeft } from './quote-life.ts'
import { stepOf } from './step.ts'

/** Between two requests with the same quote. */
const REPEAT_MILLIS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** Nothing was converted, and a new quote may be. */
const RENEWED = new Set(['RATE_CHANGED', 'QUOTE_EXPIRED', 'QUOTE_NOT_FOUND'])

/** Converts by the shown quote. Does nothing while a conversion is being sent or a worse rate is not accepted. */
export const confirmAtom = atom(null, async (get, set, user: string): Promise<void> => {
  const [step, quoted] = [get(stepOf(user)), get(quoteOf(user))]
  if (step.name !== 'preview' || quoted.state !== 'ready' || get(isWorseOf(user))) return
  if (millisLeft(quoted.quote, performance.now()) === 0) return set(tickAtom, user)
  await set(sendAtom, user, quoted.quote.view, false)
})

/** Asks again about a conversion whose outcome is unknown. */
export const checkAgainAtom = atom(null, async (get, set, user: string): Promise<void> => {
  const step = get(stepOf(user))
  if (step.name === 'unknown') await set(sendAtom, user, step.quote, true)
})

const sendAtom = atom(
  null,
  async (get, set, user: string, quote: ConvertQuoteView, wasLost: boolean): Promise<void> => {
    const { http } = get(hostAtom)
    let isChecking = wasLost
    set(stepOf(user), { name: 'converting', quote, isChecking })
    for (const wait of [...REPEAT_MILLIS, undefined]) {
      const answer = await http(api.convert, { body: { quote_id: quote.quote_id } })
      if (answer.ok) return set(finishAtom, user, answer.value)
      if (isAnswer(answer.failure)) return set(onRefusalAtom, user, quote, answer.failure, isChecking)
      isChecking = true
      set(stepOf(user), { name: 'converting', quote, isChecking })
      if (wait !== undefined) await new Promise((resolve) => setTimeout(resolve, wait))
    }
    set(stepOf(user), { name: 'unknown', quote })
  },
)

/** Whether the server decided; otherwise the request may have been executed or not. */
const isAnswer = ({ kind, code }: Failure): boolean => kind === 'refused' && code !== 'RATE_LIMITED'

const finishAtom = atom(null, (get, set, user: string, result: ConvertView) => {
  set(stepOf(user), { name: 'done', result })
  set(dropQuoteAtom, user)
  const { platform, socket } = get(hostAtom)
  const symbolOf = (id: number) => get(convertibleOf(user))?.find((coin) => coin.id === id)?.symbol ?? ''
  const detail = convertText.result(
    amountText(result.from_amount, symbolOf(result.from_currency_id)),
    amountText(result.to_amount, symbolOf(result.to_currency_id)),
  )
  if (isWatched(user)) platform.haptic('success')
  else set(notifyAtom, { kind: 'success', title: convertText.converted, detail })
  socket.send('get_assets')
  socket.send('get_positions')
  set(onTradeAtom)
  void set(fromCoinsOf(user), 'refresh')
})

const onRefusalAtom = atom(
  null,
  async (_get, set, user: string, quote: ConvertQuoteView, failure: Failure, wasLost: boolean): Promise<void> => {
    // After a restart the server may have forgotten the quote of an earlier request that it executed.
    if (wasLost && failure.code === 'QUOTE_NOT_FOUND') return set(stepOf(user), { name: 'unknown', quote })
    const reason = errorText(failure, convertText.failed)
    if (RENEWED.has(failure.code ?? '')) {
      set(stepOf(user), { name: 'preview', accepted: quote, notice: reason })
      return set(refreshAtom, user)
    }
    set(notifyAtom, { kind: 'error', title: convertText.failed, detail: reason })
    set(stepOf(user), { name: 'form' })
    set(dropQuoteAtom, user)
  },
)
