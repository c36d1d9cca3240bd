/** Of one account. */
export const MAX_SAVED_ADDRESSES = 50
