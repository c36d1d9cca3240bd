import { expect, test } from 'vitest'
import { TASK_KINDS } from '../../../src/contract/earn/tasks.ts'
import { networkListings } from '../../simulation/simulated-funds.ts'
import { HOUR, Program } from './program.ts'

test('A task that the server attests is paid once', () => {
  const x = new Program(['ann'])
  x.setsTask(1, 'enable_2fa')
  expect([x.task('ann', 1), x.claims('ann', 1)]).toEqual(['available', 'TASK_NOT_DONE'])
  expect([x.attests('ann', 1), x.attests('ann', 1), x.task('ann', 1)]).toEqual(['done', 'done', 'claimable'])
  expect([x.claims('ann', 1), x.claims('ann', 1)]).toEqual(['done', 'ALREADY_COMPLETED'])
  expect([x.xp('ann'), x.task('ann', 1)]).toEqual([50, 'claimed'])
})

test('A visited link can be claimed after the delay', () => {
  const x = new Program(['ann'])
  x.setsTask(1, 'visit_link')
  expect(x.claims('ann', 1)).toBe('TASK_NOT_DONE')
  x.startsTask('ann', 1)
  x.now += 29_999
  expect([x.task('ann', 1), x.claims('ann', 1)]).toEqual(['checking', 'TASK_TOO_EARLY'])
  x.startsTask('ann', 1)
  x.now += 1
  expect(x.claims('ann', 1)).toBe('done')
})

test('A visited link cannot be attested, and a counted task can be neither attested nor started', () => {
  const x = new Program(['ann'])
  x.setsTask(1, 'visit_link')
  x.setsTask(2, 'first_trade')
  expect([x.attests('ann', 1), x.attests('ann', 2), x.startsTask('ann', 2)]).toEqual(Array(3).fill('TASK_INVALID'))
})

test('The first trade is counted by the engine for the buyer and the seller', () => {
  const x = new Program(['ann', 'bob', 'cat'])
  x.setsTask(1, 'first_trade')
  expect(x.claims('ann', 1)).toBe('TASK_NOT_DONE')
  x.trades('ann', 'bob')
  expect(['ann', 'bob', 'cat'].map((user) => x.claims(user, 1))).toEqual(['done', 'done', 'TASK_NOT_DONE'])
})

test('The trade volume is counted in whole USDT', () => {
  const x = new Program(['ann', 'bob'])
  x.setsTask(1, 'trade_volume', { target: 300 })
  x.trades('ann', 'bob', 2)
  expect([x.task('ann', 1), x.claims('ann', 1)]).toEqual(['started', 'TASK_NOT_DONE'])
  x.trades('ann', 'bob', 1)
  expect(x.claims('ann', 1)).toBe('done')
})

test('Only friends who filled an order of at least 100 USDT count as invited', () => {
  const x = new Program(['ann', 'bob', 'cat', 'dan'], { referrers: { bob: 'ann', cat: 'ann' } })
  x.setsTask(1, 'invite_n', { target: 2 })
  x.trades('bob', 'dan', 1)
  expect(x.claims('ann', 1)).toBe('TASK_NOT_DONE')
  x.trades('cat', 'dan', 1)
  x.sets('cat', 'limited')
  expect(x.claims('ann', 1)).toBe('TASK_NOT_DONE')
  x.sets('cat', 'ok', '')
  expect(x.claims('ann', 1)).toBe('done')
})

test('The task to verify the identity is done while the user has a level, and cannot be attested', () => {
  const x = new Program(['ann'])
  const setsLevel = (level: number) =>
    x.does({ type: 'set-level', user: 'ann', level, operator: 'ops', reason: 'a test' })
  x.setsTask(1, 'verify_identity')
  expect([x.task('ann', 1), x.attests('ann', 1), x.claims('ann', 1)]).toEqual([
    'available',
    'TASK_INVALID',
    'TASK_NOT_DONE',
  ])
  setsLevel(1)
  expect(x.task('ann', 1)).toBe('claimable')
  setsLevel(0)
  expect(x.claims('ann', 1)).toBe('TASK_NOT_DONE')
  setsLevel(1)
  expect([x.claims('ann', 1), x.claims('ann', 1)]).toEqual(['done', 'ALREADY_COMPLETED'])
})

test('The first credited deposit completes the task for it, a deposit below the minimum does not', () => {
  const x = new Program(['ann'])
  for (const command of networkListings) x.does(command)
  x.setsTask(1, 'first_deposit')
  const deposits = (position: bigint, raw: bigint) =>
    x.does({
      type: 'credit-deposits',
      network: 1,
      stream: 'evm:testnet:1',
      credits: [{ position, txid: '0x', part: 0, currency: 1, raw, to: 'ann', address: '0x' }],
    })
  deposits(1n, 9n)
  expect(x.task('ann', 1)).toBe('available')
  deposits(2n, 1_000_000n)
  expect([x.attests('ann', 1), x.task('ann', 1), x.claims('ann', 1)]).toEqual(['TASK_INVALID', 'claimable', 'done'])
})

test('A task is locked until the task before it is claimed', () => {
  const x = new Program(['ann'])
  x.setsTask(1, 'enable_2fa')
  x.setsTask(2, 'confirm_email', { after: 1 as never })
  expect([x.task('ann', 2), x.attests('ann', 2)]).toEqual(['locked previous_task', 'TASK_LOCKED'])
  x.attests('ann', 1)
  x.claims('ann', 1)
  expect([x.attests('ann', 2), x.claims('ann', 2)]).toEqual(['done', 'done'])
})

test('A failed check shows its reason and can be repeated', () => {
  const x = new Program(['ann'])
  x.setsTask(1, 'join_channel')
  x.fails('ann', 1)
  expect([x.task('ann', 1), x.claims('ann', 1)]).toEqual(['failed not_a_member', 'TASK_NOT_DONE'])
  x.attests('ann', 1)
  expect([x.task('ann', 1), x.fails('ann', 1), x.task('ann', 1)]).toEqual(['claimable', 'done', 'claimable'])
})

test('A Telegram account does a channel task for one user only, and another task for another user', () => {
  const x = new Program(['ann', 'bob'])
  x.setsTask(1, 'join_channel')
  x.setsTask(2, 'join_channel')
  expect([x.attests('ann', 1, 'm'), x.attests('ann', 1, 'm'), x.attests('bob', 1, 'm')]).toEqual([
    'done',
    'done',
    'TASK_FAILED',
  ])
  expect([x.attests('bob', 2, 'm'), x.attests('bob', 1, 'n')]).toEqual(['done', 'done'])
})

test('A task opens and closes at its times', () => {
  const x = new Program(['ann'])
  x.setsTask(1, 'enable_2fa', { opensAt: x.now + HOUR, closesAt: x.now + 2 * HOUR })
  expect([x.task('ann', 1), x.attests('ann', 1)]).toEqual(['locked not_open_yet', 'TASK_LOCKED'])
  x.waits(1)
  expect(x.attests('ann', 1)).toBe('done')
  x.waits(1)
  expect([x.task('ann', 1), x.claims('ann', 1)]).toEqual(['expired', 'TASK_EXPIRED'])
})

test('A task pays a limited number of users', () => {
  const x = new Program(['ann', 'bob'])
  x.setsTask(1, 'promo_code', { maxClaims: 1 })
  for (const user of ['ann', 'bob']) x.attests(user, 1)
  expect([x.claims('ann', 1), x.claims('bob', 1)]).toEqual(['done', 'TASK_BUDGET_SPENT'])
})

test('A retired task that was done can be claimed for seven days', () => {
  const x = new Program(['ann', 'bob', 'cat'])
  x.setsTask(1, 'enable_2fa')
  x.attests('ann', 1)
  x.attests('bob', 1)
  x.retires(1)
  expect([x.task('cat', 1), x.attests('cat', 1), x.claims('ann', 1)]).toEqual(['expired', 'TASK_EXPIRED', 'done'])
  x.waits(7 * 24)
  expect(x.claims('bob', 1)).toBe('TASK_EXPIRED')
})

test('Kind, target and reward of a task never change, and other changes keep the claims', () => {
  const x = new Program(['ann'])
  x.setsTask(1, 'enable_2fa')
  x.attests('ann', 1)
  x.claims('ann', 1)
  expect([x.setsTask(1, 'quiz'), x.setsTask(1, 'enable_2fa', { reward: 51 })]).toEqual(['TASK_INVALID', 'TASK_INVALID'])
  expect([x.setsTask(1, 'enable_2fa', { title: 'Turn on 2FA' }), x.claims('ann', 1)]).toEqual([
    'done',
    'ALREADY_COMPLETED',
  ])
})

test('A task that is not valid is refused', () => {
  const x = new Program([])
  const refused = [
    x.setsTask(0, 'enable_2fa'),
    x.setsTask(1, 'enable_2fa', { reward: 0 }),
    x.setsTask(1, 'enable_2fa', { reward: 1.5 }),
    x.setsTask(1, 'enable_2fa', { title: ' ' }),
    x.setsTask(1, 'enable_2fa', { target: 2 }),
    x.setsTask(1, 'enable_2fa', { after: 1 as never }),
    x.setsTask(1, 'enable_2fa', { after: 9 as never }),
    x.setsTask(1, 'visit_link', { link: 'http://example.com' }),
    x.setsTask(1, 'join_channel', { channel: 'name' }),
    x.setsTask(1, 'promo_code', { code: 'a b c' }),
    x.setsTask(1, 'quiz', { questions: [] }),
    x.setsTask(1, 'quiz', { questions: [{ question: 'Which?', options: ['a', 'b'], answer: 2 }] }),
    x.setsTask(1, 'enable_2fa', { opensAt: 2, closesAt: 2 }),
    x.setsTask(1, 'enable_2fa', { maxClaims: 0 }),
    x.setsTask(1, 'dance' as never),
  ]
  expect(refused).toEqual(refused.map(() => 'TASK_INVALID'))
})

test('Two tasks cannot wait for each other', () => {
  const x = new Program([])
  x.setsTask(1, 'enable_2fa')
  x.setsTask(2, 'confirm_email', { after: 1 as never })
  expect(x.setsTask(1, 'enable_2fa', { after: 2 as never })).toBe('TASK_INVALID')
})

test('A task that was done before a review stays claimable, and other tasks are locked', () => {
  const x = new Program(['ann', 'bob'])
  x.setsTask(1, 'enable_2fa')
  x.setsTask(2, 'first_trade')
  x.setsTask(3, 'confirm_email')
  x.setsTask(4, 'visit_link')
  x.attests('ann', 1)
  x.trades('ann', 'bob')
  x.startsTask('ann', 4)
  x.sets('ann', 'limited')
  x.waits(1)
  expect([1, 2, 4].map((id) => x.claims('ann', id))).toEqual(['done', 'done', 'done'])
  expect([x.attests('ann', 3), x.task('ann', 3)]).toEqual(['REWARD_STANDING', 'locked standing'])
})

test('A trade during a review does not make a task claimable', () => {
  const x = new Program(['ann', 'bob'])
  x.setsTask(1, 'first_trade')
  x.sets('ann', 'under_review')
  x.trades('ann', 'bob')
  expect(x.claims('ann', 1)).toBe('REWARD_STANDING')
  x.sets('ann', 'ok', '')
  expect(x.claims('ann', 1)).toBe('done')
})

test('Every kind of task can be added', () => {
  const x = new Program([])
  expect(TASK_KINDS.map((kind, index) => x.setsTask(index + 1, kind))).toEqual(TASK_KINDS.map(() => 'done'))
})

test('A signal has its effect once: it neither softens a standing nor overrides what an operator decides later', () => {
  const x = new Program(['ann'])
  const state = () => x.of('ann').standing.state
  expect([x.signals('ann', 'address:1', 'under_review'), state()]).toEqual(['done', 'under_review'])
  expect([x.signals('ann', 'device:1', 'limited'), state()]).toEqual(['done', 'limited'])
  expect([x.signals('ann', 'address:2', 'under_review'), state()]).toEqual(['done', 'limited'])
  x.sets('ann', 'ok', '')
  for (const signal of ['address:1', 'address:2', 'device:1']) x.signals('ann', signal, 'limited')
  expect(state()).toBe('ok')
  expect([x.signals('ann', 'device:2', 'limited'), state()]).toEqual(['done', 'limited'])
  expect([x.signals('bob', 'device:1', 'limited'), x.signals('ann', '', 'limited')]).toEqual([
    'ACCOUNT_NOT_FOUND',
    'INVALID_REQUEST',
  ])
})
