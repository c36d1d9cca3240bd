/**
 * Signals of linked accounts: devices and address blocks that several accounts were used from, and many friends in a
 * short time. They are read when rewards accrue, never when they are paid. The engine remembers a signal: it has its effect
 * once, and what an operator decides after it stays.
 */

import { isIP } from 'node:net'
import type { Millis, UserId } from '../../contract/ids.ts'
import { accountOf, appliedSignals, friendIdsOf, neverHeld } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import { isLoopback } from '../runtime/client-ip.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { turnsByKey } from '../runtime/in-turn.ts'
import { hmacOf } from '../runtime/keyed-hash.ts'
import type { Log } from '../runtime/log.ts'
import { ttlMap } from '../runtime/ttl-map.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { type AccountMarks, type Mark, openAccountMarks } from './account-marks.ts'

export type LinkedAccounts = {
  /** Stores the device and the address block, and sets the standing if there is a new signal. */
  check(user: UserId, device: SeenDevice): Promise<void>
  /** Checks in the background: a login never waits for it, and never fails because of it. */
  onSessionStarted(user: UserId, device: SeenDevice): void
}

type SeenDevice = Pick<ClientDevice, 'address' | 'tokens' | 'id'>

export type LinkedAccountsDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly clock: CleanupClock
  readonly log: Log
  readonly forged: ForgedRows
  /** The ids in the valid device tokens of a request, also those of other accounts. */
  readonly deviceIds: (device: Pick<ClientDevice, 'tokens'>) => Promise<readonly string[]>
  readonly key: Uint8Array
  readonly areOn: boolean
}

/** A family may share a device. Later accounts on it earn nothing new. */
const ACCOUNTS_PER_DEVICE = 3
/** New accounts that were first seen at one address, or in a wider block around it, within a day. */
const ACCOUNTS_PER_BLOCK = { address: 20, ipv4_24: 100, ipv6_56: 60, ipv6_48: 200 } as const
/** Friends of one referrer who registered within an hour. */
const FRIENDS_PER_HOUR = 30
/** Of one referrer, held back by one command. */
const MAX_HELD = 1_000

const HOUR_MILLIS: Millis = 60 * 60 * 1_000
/** Requests with the same marks are not checked again during this time. */
const CHECKED_MILLIS: Millis = 10 * 60 * 1_000

const MANY_ACCOUNTS = 'Many new accounts were registered from your network in one day. We are checking this.'
const REASONS = {
  device: 'Several accounts are used on your device. Only the first three earn rewards.',
  address: MANY_ACCOUNTS,
  ipv4_24: MANY_ACCOUNTS,
  ipv6_56: MANY_ACCOUNTS,
  ipv6_48: MANY_ACCOUNTS,
} as const

const STANDINGS = {
  device: 'limited',
  address: 'under_review',
  ipv4_24: 'under_review',
  ipv6_56: 'under_review',
  ipv6_48: 'under_review',
} as const

export function openLinkedAccounts(deps: LinkedAccountsDeps): LinkedAccounts {
  const { clock, log, areOn } = deps
  const accountMarks = openAccountMarks({ ...deps, most: { device: ACCOUNTS_PER_DEVICE, ...ACCOUNTS_PER_BLOCK } })
  const checked = ttlMap<true>(clock, CHECKED_MILLIS)
  /** Two requests at once would both submit what one of them is enough for. */
  const inTurn = turnsByKey<UserId>()
  const linkedAccounts: LinkedAccounts = {
    async check(user, device) {
      if (!areOn) return
      const marks = await marksOf(deps, device)
      const key = `${user} ${marks.map(({ hash }) => hash.toString('base64')).join(' ')}`
      await inTurn(user, async () => {
        if (checked.get(key)) return
        // From the start: what is stored meanwhile is missed, and must not wait longer than this time.
        checked.set(key, true, device.address)
        await checkNow(deps, accountMarks, user, marks).catch((error: unknown) => {
          checked.take(key)
          throw error
        })
      })
    },
    onSessionStarted(user, device) {
      linkedAccounts.check(user, device).catch((error: unknown) => {
        log.warn({ event: 'rewards.not_judged', err: error, user }, 'the signals of a sign-in could not be stored')
      })
    },
  }
  return linkedAccounts
}

async function checkNow(
  deps: LinkedAccountsDeps,
  accountMarks: AccountMarks,
  user: UserId,
  marks: readonly Mark[],
): Promise<void> {
  await accountMarks.store(user, marks)
  await applySignals(deps, accountMarks, user)
  await holdFriends(deps, user)
}

/** A server behind an undeclared proxy sees all clients at a loopback address, so that one says nothing. */
async function marksOf({ deviceIds, key }: LinkedAccountsDeps, device: SeenDevice): Promise<Mark[]> {
  const hashOf = (text: string): Buffer => hmacOf(key, text)
  const ids = [...(await deviceIds(device)), ...(device.id === undefined ? [] : [`app ${device.id}`])]
  const devices = ids.map((id): Mark => ({ kind: 'device', hash: hashOf(`device ${id}`) }))
  if (isLoopback(device.address)) return devices
  const blocks = addressBlocks(device.address).map(
    ([kind, block]): Mark => ({ kind, hash: hashOf(`${kind} ${block}`) }),
  )
  return [...devices, ...blocks]
}

/** A single customer has an IPv4 address or an IPv6 /64; one who rents a wider block has all addresses in it. */
function addressBlocks(address: string): readonly (readonly [Exclude<Mark['kind'], 'device'>, string])[] {
  const own = ['address', address] as const
  if (isIP(address) === 4) return [own, ['ipv4_24', address.replace(/\.\d+$/, '')]]
  const [first = '', second = '', third = '', fourth = ''] = address.split(':')
  const site = `${first}:${second}:${third}`
  return [own, ['ipv6_56', `${site}:${fourth.padStart(4, '0').slice(0, 2)}`], ['ipv6_48', site]]
}

async function applySignals({ sequencer, log }: LinkedAccountsDeps, accountMarks: AccountMarks, user: UserId) {
  const marks = await accountMarks.crowded(user)
  const applied = await sequencer.read((state) => appliedSignals(state, user))
  for (const mark of marks.filter((each) => !applied.has(nameOf(each)))) {
    if (!(await accountMarks.isProven(user, mark))) continue
    const [signal, standing] = [nameOf(mark), STANDINGS[mark.kind]]
    const command = { type: 'apply-signal', user, signal, standing, reason: REASONS[mark.kind] } as const
    const isSet = await sequencer.submit(command, (_state, { events }) =>
      events.some(({ type }) => type === 'reward-standing-set'),
    )
    if (isSet)
      log.info({ event: 'rewards.standing_set', user, standing, signal: mark.kind }, 'set the standing of an account')
  }
}

const NAME_BYTES = 16
/** In the journal: the hash is keyed, so it names no device and no address. */
const nameOf = ({ kind, hash }: Mark): string => `${kind}:${hash.toString('hex', 0, NAME_BYTES)}`

/**
 * Holds back the friends of a new account's referrer who registered within an hour, if they are too many. Anyone can sign up
 * with the code of another user, so nothing else of the referrer changes. A sign-up that was interrupted has no account yet,
 * and its friend is held later.
 */
async function holdFriends({ sequencer, clock, log }: LinkedAccountsDeps, user: UserId) {
  const since = clock.now() - HOUR_MILLIS
  // As the engine knows them: rows have the times that another program writes.
  const { referrer, ids } = await sequencer.read((state) => {
    const isRecent = (friend: UserId): boolean => (accountOf(state, friend)?.openedAt ?? 0) > since
    const referrer = isRecent(user) ? accountOf(state, user)?.referrer : undefined
    return { referrer, ids: referrer == null ? [] : friendIdsOf(state, referrer).filter(isRecent) }
  })
  if (referrer == null) return
  if (ids.length <= FRIENDS_PER_HOUR) return
  const friends = (await sequencer.read((state) => neverHeld(state, referrer, ids))).slice(0, MAX_HELD)
  if (friends.length === 0) return
  const reason = 'Many friends joined within an hour.'
  const command = { type: 'hold-friends', referrer, friends, held: true, operator: null, reason } as const
  const isHeld = await sequencer.submit(command, (_state, { answer }) => answer.type !== 'refused')
  if (isHeld)
    log.info({ event: 'rewards.friends_held', referrer, friends: friends.length }, 'hold back rewards for friends')
}
