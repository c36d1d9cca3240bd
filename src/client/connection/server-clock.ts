/** The server's time, estimated from pings, so that a device with a wrong clock can limit how long an order is valid. */
type ServerClock = {
  onPing(): void
  onPong(serverTime: number): void
  /** Milliseconds since 1970; undefined before the first pong. */
  now(): number | undefined
}

/** `monotonic` in milliseconds since any moment: the device's own clock may change. */
export function serverClock(monotonic: () => number = () => performance.now()): ServerClock {
  let pingedAt: number | undefined
  let offset: number | undefined
  return {
    onPing() {
      pingedAt = monotonic()
    },
    onPong(serverTime) {
      if (pingedAt === undefined) return
      // The server answered halfway between the ping and now.
      offset = serverTime - (pingedAt + monotonic()) / 2
      pingedAt = undefined
    },
    now: () => (offset === undefined ? undefined : Math.round(monotonic() + offset)),
  }
}
