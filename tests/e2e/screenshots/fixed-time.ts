/** Screenshots are taken at this moment, on the server and in the page. */
export const FIXED_TIME = Date.UTC(2026, 0, 15, 12)
