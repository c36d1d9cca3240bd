/** Between which steps of a payment tests end the process. */
export type PaymentStep =
  | 'before_assign'
  | 'assigned'
  | 'signed'
  | 'stored'
  | 'sent'
  | 'noted'
  | 'final'
  | 'closed'
  | 'replacement_signed'
  | 'replacement_stored'
