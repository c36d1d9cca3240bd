/** The process that another one has replaced: it goes on with signer and chain until it finds that. */

type Replaceable = { replace(): Promise<void>; kill(): Promise<void> }

export function formerServer<Server extends Replaceable>(count: (name: string) => void) {
  let former: Server | undefined
  return {
    get server(): Server | undefined {
      return former
    },
    /** `start` starts the process that takes the place of the one that runs. */
    async replace(running: Server | undefined, start: () => Promise<unknown>): Promise<void> {
      if (running === undefined) return
      count('replaced while it hung')
      await former?.kill()
      former = running
      await former.replace()
      await start()
    },
    async end(): Promise<void> {
      await former?.kill()
      former = undefined
    },
  }
}
