/** More work is waiting than this machine can do soon; callers answer 429. */
export class TooBusy extends Error {}

/** The stored account is not the recorded one, or was not, and no operator has accepted it since. */
export class AccountDiffers extends Error {}

/** It was reported when it was found. */
export function ignoreDifference(error: unknown): undefined {
  if (!(error instanceof AccountDiffers)) throw error
}
