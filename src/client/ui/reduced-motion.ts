/** The user, or Telegram for a slow phone, asked for less motion. */
export const isMotionReduced = (): boolean => document.documentElement.dataset.motion === 'less'
