/** More work is waiting than this machine can do soon; callers answer 429. */
export class TooBusy extends Error {}

/** The stored account is not the recorded one, or was not, and no operator has accepted it since. */
export class AccountDiffers extends Error {}

/** Another process writes the journal. */
export class JournalLocked extends Error {
  constructor(
    message = 'another process writes this journal: stop it, set another DATA_DIR or DATABASE_URL, or let this one wait with STANDBY=on',
  ) {
    super(message)
  }
}

/** This process was the writer, and another one is now. */
export class TakenOver extends JournalLocked {
  constructor() {
    super('another process has taken over this journal, so this one ends: start it again with STANDBY=on, and it waits')
  }
}

/** It was reported when it was found. */
export function ignoreDifference(error: unknown): undefined {
  if (!(error instanceof AccountDiffers)) throw error
}
