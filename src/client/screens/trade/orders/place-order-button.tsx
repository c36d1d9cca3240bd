import { tradeText } from '../../../text/trade.ts'
import { Button } from '../../../ui/button.tsx'

/** Moves the focus to the order form. */
export const PlaceOrderButton = () => (
  <Button size="small" onClick={() => document.querySelector<HTMLElement>('#order-form input[inputmode]')?.focus()}>
    {tradeText.orders.place}
  </Button>
)
