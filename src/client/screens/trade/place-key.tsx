import * as trade from '../../text/en-trade.ts'
import { Button } from '../../ui/button.tsx'

/** From an empty list to the form. */
export const PlaceKey = () => (
  <Button size="small" onClick={() => document.querySelector<HTMLElement>('.order-form input[inputmode]')?.focus()}>
    {trade.orders.place}
  </Button>
)
