/** Appeals against a standing. A user has one open appeal at most; an operator answers it and sets the standing. */

import type { RewardStanding } from '../../contract/earn/views.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { rewardsOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { execute, query, queryOne } from '../postgres/query.ts'
import { randomId } from '../postgres/random-id.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Clock } from '../runtime/clock.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

export type Appeal = Tables['reward_appeals']

type AnswerAppeal = {
  readonly id: number
  /** Shown to the user. */
  readonly answer: string
  readonly standing: RewardStanding
  /** Of the standing, shown to the user; may be empty for `ok`. */
  readonly reason: string
  readonly operator: string
}

export type Appeals = {
  /** The user's last one; undefined if its answer is not from here. */
  find(user: UserId): Promise<Appeal | undefined>
  /** Undefined if it was sent. */
  send(user: UserId, text: string): Promise<Refusal | undefined>
  /** Open ones, oldest first. */
  list(): Promise<readonly Appeal[]>
  /** Can be repeated until it succeeds: the standing is set first. Undefined if it was answered. Only as it was listed last. */
  answer(request: AnswerAppeal): Promise<Refusal | undefined>
}

type Deps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly clock: Clock
  readonly forged: Pick<ForgedRows, 'note'>
  /** Of the hashes of answers. */
  readonly key: Uint8Array
}

const INSERT = `insert into reward_appeals (user_id, text, sent_at, id) overriding system value values ($1, $2, $3, $4)
on conflict (user_id) where answered_at is null do nothing`
const LAST = 'select * from reward_appeals where user_id = $1 order by sent_at desc, id desc limit 1'
const OPEN = 'select * from reward_appeals where answered_at is null order by sent_at, id'
const FIND_OPEN = 'select * from reward_appeals where id = $1 and answered_at is null'
const ANSWER = `update reward_appeals set answer = $2, answered_at = $3, operator = $4, mac = $5
where id = $1 and answered_at is null`

/** Who changes the tables can give an appeal to another user after the operator has read it. */
const readAs = ({ user_id, text }: Appeal): string => `${user_id} ${text}`

/** What is shown to the user as the words of the exchange. */
const macOf = (key: Uint8Array, { user_id, text }: Appeal, answer: string, at: Millis): Buffer =>
  keyedHash(key, 'answer to an appeal', [user_id, text, answer, at])

export function openAppeals({ database: { pool }, sequencer, clock, forged, key }: Deps): Appeals {
  /** What operators have read since the start. */
  let listed: ReadonlyMap<number, string> = new Map()
  return {
    async find(user) {
      const appeal = await queryOne<Appeal>(pool, LAST, [user])
      if (appeal === undefined || appeal.answer === null) return appeal
      const mac = macOf(key, appeal, appeal.answer, appeal.answered_at ?? 0)
      if (appeal.user_id === user && isSameHash(appeal.mac, mac)) return appeal
      forged.note('reward_appeals', appeal.id)
      return undefined
    },
    async send(user, text) {
      const standing = await sequencer.read((state) => rewardsOf(state, user).standing)
      if (standing.state === 'ok') return refuse('APPEAL_NOT_NEEDED')
      const isNew = (await execute(pool, INSERT, [user, text, clock.now(), randomId()])) === 1
      return isNew ? undefined : refuse('APPEAL_OPEN')
    },
    async list() {
      const open = await query<Appeal>(pool, OPEN)
      listed = new Map(open.map((each) => [each.id, readAs(each)]))
      return open
    },
    async answer({ id, answer, standing, reason, operator }) {
      const appeal = await queryOne<Appeal>(pool, FIND_OPEN, [id])
      if (appeal === undefined) return refuse('INVALID_REQUEST', { reason: `There is no open appeal ${id}.` })
      if (listed.get(id) !== readAs(appeal))
        return refuse('INVALID_REQUEST', {
          reason: `Appeal ${id} was not listed as it is now: list the appeals first.`,
        })
      const command = { type: 'set-reward-standing', user: appeal.user_id, standing, reason, operator } as const
      const refusal = await sequencer.submit(command, (_state, result) =>
        result.answer.type === 'refused' ? result.answer.refusal : undefined,
      )
      if (refusal !== undefined) return refusal
      const now = clock.now()
      await execute(pool, ANSWER, [id, answer, now, operator, macOf(key, appeal, answer, now)])
      return undefined
    },
  }
}
