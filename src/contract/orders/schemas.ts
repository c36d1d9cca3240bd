/** Schemas of the calls for orders and fills. Server only. */

import { z } from 'zod'
import {
  type CallSchema,
  count,
  decimal,
  emptyBody,
  id,
  pages,
  pairId,
  side,
  time,
  uuid,
  whole,
} from '../call-schema.ts'
import type { ordersCalls } from './calls.ts'

const decimalText = z.string().max(64)

const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

export const placeOrderBody = z.strictObject({
  client_order_id: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .meta({
      description:
        'A repeated request with the same id gets the first reply and has no other effect: while its order is open, and in ' +
        'any case until two minutes after `valid_until`, which is three minutes after the first request if it gave none. ' +
        'Then the id is new again, but a request past its own `valid_until` is never executed. Another request with an ' +
        'id that is known is refused. Requests that came too late are not remembered.',
    }),
  pair_id: pairId,
  side: z.preprocess(lowerCase, z.enum(['buy', 'sell'])),
  type: z.preprocess(lowerCase, z.enum(['limit', 'market'])),
  price: decimalText.optional(),
  volume: decimalText.optional(),
  total: decimalText.optional(),
  max_slippage: decimalText.optional(),
  time_in_force: z.enum(['GTC', 'IOC', 'FOK']).optional(),
  post_only: z.boolean().optional(),
  valid_until: count
    .meta({
      description:
        'Milliseconds since 1970 by the clock of the exchange, at most two minutes ahead: the order is not placed later. ' +
        'Without it, one minute after the request is executed.',
    })
    .optional(),
})

const page = { pair_id: whole.pipe(pairId).optional(), ...pages }

const ordersQuery = z.strictObject({ status: z.enum(['open', 'closed', 'all']).default('all'), ...page })

const fillsQuery = z.strictObject(page)

const OrderView = z.strictObject({
  uuid,
  user_id: uuid,
  client_order_id: z.string().nullable(),
  pair_id: id,
  pair_symbol: z.string(),
  side,
  type: z.enum(['limit', 'market']),
  price: decimal.nullable(),
  volume: decimal.nullable(),
  total: decimal.nullable(),
  filled_volume: decimal,
  filled_total: decimal,
  avg_price: decimal.nullable(),
  fee: decimal,
  fee_currency: z.string(),
  status: z.enum(['open', 'partially_filled', 'filled', 'cancelled', 'expired']),
  time_in_force: z.enum(['GTC', 'IOC', 'FOK']),
  post_only: z.boolean(),
  created_at: time,
  updated_at: time,
})

export const UserTradeView = z.strictObject({
  trade_id: id,
  price: decimal,
  volume: decimal,
  fee: decimal,
  fee_currency: z.string(),
  role: z.enum(['maker', 'taker']),
  order_uuid: uuid,
  pair_id: id,
  pair_symbol: z.string(),
  side,
  total: decimal,
  time: count,
})

const OrdersPage = z.strictObject({ orders: z.array(OrderView), next: z.boolean() })

const FillsPage = z.strictObject({ fills: z.array(UserTradeView), next: z.boolean() })

/** By type name; published in `/openapi.json`. */
export const ordersViews = { OrderView, UserTradeView, OrdersPage, FillsPage } as const

export const ordersCallSchemas = {
  placeOrder: {
    summary: 'Place an order; a repeated client order id returns the first reply',
    input: placeOrderBody,
    reply: OrderView,
    refusals: [
      'ACCOUNT_NOT_FOUND',
      'ACCOUNT_FROZEN',
      'PAIR_NOT_FOUND',
      'PAIR_HALTED',
      'INVALID_NUMBER',
      'REQUIRED_PRICE',
      'REQUIRED_AMOUNT',
      'PRICE_TICK',
      'PRICE_BAND',
      'LOT_STEP',
      'MIN_AMOUNT',
      'MAX_AMOUNT',
      'MIN_NOTIONAL',
      'MAX_NOTIONAL',
      'PRECISION',
      'INSUFFICIENT_BALANCE',
      'MAX_OPEN_ORDERS',
      'EXCHANGE_FULL',
      'POST_ONLY_WOULD_TAKE',
      'NO_LIQUIDITY',
      'FOK_NOT_FILLABLE',
      'ORDER_NOT_FOUND',
      'CLIENT_ID_REUSED',
      'REQUEST_EXPIRED',
      'VALID_UNTIL_TOO_FAR',
    ],
  },
  cancelOrder: {
    summary: 'Cancel an open order',
    input: emptyBody,
    reply: OrderView,
    refusals: ['ORDER_NOT_FOUND', 'PAIR_HALTED'],
  },
  orders: {
    summary: 'Own orders, newest first',
    input: ordersQuery,
    reply: OrdersPage,
  },
  fills: {
    summary: 'Own fills, newest first',
    input: fillsQuery,
    reply: FillsPage,
  },
} as const satisfies Record<keyof typeof ordersCalls, CallSchema>
