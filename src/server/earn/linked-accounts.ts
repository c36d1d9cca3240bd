/**
 * Signals of linked accounts: devices and address blocks that several accounts were used from, and many friends in a
 * short time. They are read when rewards accrue, never when they are paid. A signal has its effect once; what an operator
 * decides after it stays. Devices and addresses are stored here only, as hashes.
 */

import { createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import type { RewardStanding } from '../../contract/earn/views.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { accountOf, rewardsOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import { isLoopback } from '../runtime/client-ip.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import { turnsByKey } from '../runtime/in-turn.ts'
import type { Log } from '../runtime/log.ts'
import { ttlMap } from '../runtime/ttl-map.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

export type LinkedAccounts = {
  /** Stores the device and the address block, and sets the standing if there is a new signal. */
  judge(user: UserId, device: SeenDevice): Promise<void>
  /** Judges in the background: a login never waits for it, and never fails because of it. */
  onSessionStarted(user: UserId, device: SeenDevice): void
}

type SeenDevice = Pick<ClientDevice, 'address' | 'tokens' | 'id'>

export type LinkedAccountsDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly clock: CleanupClock
  readonly log: Log
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
const DAY_MILLIS: Millis = 24 * HOUR_MILLIS
const MARK_MILLIS: Millis = 180 * DAY_MILLIS
/** Requests with the same marks are not judged again during this time. */
const JUDGED_MILLIS: Millis = 10 * 60 * 1_000

/** One that sets the standing of its account. */
type Signal = Pick<Tables['reward_signals'], 'user_id' | 'signal' | 'at'> & {
  readonly standing: Exclude<RewardStanding, 'ok'>
}

const MANY_ACCOUNTS = 'Many new accounts were registered from your network in one day. We are checking this.'
const REASONS = {
  device: 'Several accounts are used on your device. Only the first three earn rewards.',
  address: MANY_ACCOUNTS,
  ipv4_24: MANY_ACCOUNTS,
  ipv6_56: MANY_ACCOUNTS,
  ipv6_48: MANY_ACCOUNTS,
} as const

export function openLinkedAccounts(deps: LinkedAccountsDeps): LinkedAccounts {
  const { clock, log, areOn } = deps
  const judged = ttlMap<true>(clock, JUDGED_MILLIS)
  /** Of two requests at once, the one that read fewer signals could otherwise replace a limit with a review. */
  const inTurn = turnsByKey<UserId>()
  const linkedAccounts: LinkedAccounts = {
    async judge(user, device) {
      if (!areOn) return
      const marks = await marksOf(deps, device)
      const key = `${user} ${marks.map(({ hash }) => hash.toString('base64')).join(' ')}`
      await inTurn(user, async () => {
        if (judged.get(key)) return
        // From the start: a signal that is stored meanwhile is missed, and must not wait longer than this time.
        judged.set(key, true, device.address)
        await judgeNow(deps, user, marks).catch((error: unknown) => {
          judged.take(key)
          throw error
        })
      })
    },
    onSessionStarted(user, device) {
      linkedAccounts.judge(user, device).catch((error: unknown) => {
        log.warn({ event: 'rewards.not_judged', err: error, user }, 'the signals of a login could not be stored')
      })
    },
  }
  return linkedAccounts
}

async function judgeNow(deps: LinkedAccountsDeps, user: UserId, marks: readonly Mark[]): Promise<void> {
  await store(deps, user, marks)
  await addSignals(deps, user)
  await execute(deps.database.pool, ADD_FRIENDS, [user, deps.clock.now(), HOUR_MILLIS, FRIENDS_PER_HOUR])
  await applySignals(deps, user)
  await holdFriends(deps, user)
}

type Mark = Pick<Tables['account_marks'], 'kind' | 'hash'>

/** A server behind an undeclared proxy sees all clients at a loopback address, so that one says nothing. */
async function marksOf({ deviceIds, key }: LinkedAccountsDeps, device: SeenDevice): Promise<Mark[]> {
  const hashOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
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

/** `first_seen` stays while a mark is used, so that the first accounts of a device do not become the last ones. */
const STORE = `insert into account_marks as known (user_id, kind, hash, first_seen, last_seen)
select $1::uuid, kind, hash, $4::bigint, $4::bigint from unnest($2::text[], $3::bytea[]) as m (kind, hash)
order by kind, hash
on conflict (user_id, kind, hash) do update set last_seen = excluded.last_seen
where known.last_seen < excluded.last_seen - ${DAY_MILLIS}`

async function store({ database: { pool }, clock }: LinkedAccountsDeps, user: UserId, marks: readonly Mark[]) {
  await deleteOld(pool, clock, 'delete from account_marks where last_seen <= $1', MARK_MILLIS)
  const columns = [marks.map(({ kind }) => kind), marks.map(({ hash }) => hash)]
  await execute(pool, STORE, [user, ...columns, clock.now()])
}

/** The accounts before this one on the device, and the new ones at its address block within a day before it. */
const ADD = `with seen as (
  select kind, encode(hash, 'hex') as hash, (
    select count(*) from account_marks o join users u on u.id = o.user_id
    where o.kind = m.kind and o.hash = m.hash and (o.first_seen, o.user_id) < (m.first_seen, m.user_id)
      and (m.kind = 'device' or (o.first_seen > m.first_seen - $3::bigint and u.created_at > o.first_seen - $3::bigint))
  ) as earlier
  from account_marks m join users own on own.id = m.user_id
  where m.user_id = $1 and (m.kind = 'device' or own.created_at > m.first_seen - $3::bigint)
)
insert into reward_signals (user_id, signal, effect, at)
select $1::uuid, kind || ':' || hash, case kind when 'device' then 'limited' else 'under_review' end, $2::bigint
from seen where earlier >= ($4::jsonb ->> kind)::bigint
on conflict do nothing`

async function addSignals({ database: { pool }, clock }: LinkedAccountsDeps, user: UserId): Promise<void> {
  const most = JSON.stringify({ device: ACCOUNTS_PER_DEVICE, ...ACCOUNTS_PER_BLOCK })
  await execute(pool, ADD, [user, clock.now(), DAY_MILLIS, most])
}

/**
 * The friends of a new account's referrer who registered within an hour, if they are too many. Anyone can sign up with the
 * code of another user, so nothing else of the referrer changes.
 */
const ADD_FRIENDS = `with recent as (
  select f.id from users f join users own on own.referrer = f.referrer
  where own.id = $1 and own.created_at > $2::bigint - $3::bigint and f.created_at > $2::bigint - $3::bigint
)
insert into reward_signals (user_id, signal, effect, at)
select id, 'friends', 'held', $2 from recent where (select count(*) from recent) > $4
on conflict do nothing`

const UNAPPLIED = `select user_id, signal, effect as standing, at from reward_signals
where user_id = $1 and effect <> 'held' and not applied order by effect`
const APPLIED = 'update reward_signals set applied = true where user_id = $1 and signal = $2'

/** The most severe first (`limited` before `under_review`). A signal that a crash left is applied later, unless the standing was changed since. */
async function applySignals(deps: LinkedAccountsDeps, user: UserId): Promise<void> {
  const { pool } = deps.database
  for (const signal of await query<Signal>(pool, UNAPPLIED, [user]))
    if (await apply(deps, signal)) await execute(pool, APPLIED, [user, signal.signal])
}

const SEVERITY: Readonly<Record<RewardStanding, number>> = { ok: 0, under_review: 1, limited: 2 }

/** False if the engine refused. */
async function apply({ sequencer, log }: LinkedAccountsDeps, { user_id: user, signal, standing, at }: Signal) {
  const current = await sequencer.read((state) => rewardsOf(state, user).standing)
  const isChangedSince = current.since !== undefined && current.since > at
  if (isChangedSince || SEVERITY[standing] <= SEVERITY[current.state]) return true
  const kind = signal.split(':')[0] as keyof typeof REASONS
  const command = { type: 'set-reward-standing', user, standing, reason: REASONS[kind], operator: null } as const
  const isSet = await sequencer.submit(command, (_state, { answer }) => answer.type !== 'refused')
  if (isSet) log.info({ event: 'rewards.standing_set', user, standing, signal: kind }, 'set the standing of an account')
  return isSet
}

type HeldFriend = { readonly friend: UserId; readonly referrer: UserId }

const UNHELD = `select s.user_id as friend, f.referrer from reward_signals s
join users f on f.id = s.user_id join users own on own.referrer = f.referrer
where own.id = $1 and s.effect = 'held' and not s.applied order by s.user_id limit ${MAX_HELD}`
const HELD = `update reward_signals set applied = true where effect = 'held' and user_id = any($1::uuid[])`

/** Also what a crash left. A sign-up that was interrupted has no account yet, and its friend is held later. */
async function holdFriends({ database: { pool }, sequencer, log }: LinkedAccountsDeps, user: UserId): Promise<void> {
  const found = await query<HeldFriend>(pool, UNHELD, [user])
  const friends = await sequencer.read((state) =>
    found.filter(({ friend, referrer }) => accountOf(state, friend)?.referrer === referrer).map(({ friend }) => friend),
  )
  const referrer = found[0]?.referrer
  if (referrer === undefined || friends.length === 0) return
  const reason = 'Many friends joined within an hour.'
  const command = { type: 'hold-friends', referrer, friends, held: true, operator: null, reason } as const
  const isHeld = await sequencer.submit(command, (_state, { answer }) => answer.type !== 'refused')
  if (!isHeld) return
  await execute(pool, HELD, [friends])
  log.info({ event: 'rewards.friends_held', referrer, friends: friends.length }, 'hold back rewards for friends')
}
