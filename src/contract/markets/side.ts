/** The side of an order, or the taker's side of a trade. */
export type Side = 'buy' | 'sell'
