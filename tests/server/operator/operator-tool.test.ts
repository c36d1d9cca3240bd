/** `npm run operator` against a running exchange: every command, its refusals, and what the journal records. */

import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, EARN_BASE } from '../../../src/contract/api.ts'
import type { RewardParameters } from '../../../src/contract/earn/parameters.ts'
import type { EarnProfileView } from '../../../src/contract/earn/views.ts'
import { XP } from '../../../src/contract/earn/xp.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { type Command, rewardProgram, rewardsOf } from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { newestCommand } from '../../fixtures/newest-command.ts'
import { type Output, operatorFile, runOperator } from '../../fixtures/operator-tool.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const operator = (args: readonly string[], dataDir = server().dataDir): Promise<Output> => runOperator(dataDir, args)
const file = (name: string, content: unknown): string => operatorFile(folder, name, content)

const done = (...out: readonly (string | RegExp)[]) => ({
  code: 0,
  out: expect.stringMatching(
    new RegExp(out.map((each) => (typeof each === 'string' ? each : each.source)).join('[\\s\\S]*')),
  ),
  problem: '',
})
const refused = (problem: string | RegExp) => ({ code: 1, out: '', problem: expect.stringMatching(problem) })

const lastCommand = (): Promise<Command | undefined> => newestCommand(server().databaseUrl)

const PARAMETERS: RewardParameters = {
  miningRatePerHour: 11,
  miningMillis: 28_800_000,
  dailyWheel: [1, 2, 3, 4, 5, 6, 7],
  friendBonus: 500,
  dailyCap: 1_000_000,
  userDailyCap: 10_000,
  tiers: [{ minActiveFriends: 0, share: 200_000 }],
  levels: [0, 1_000],
}
const TASK = { id: 901, kind: 'first_trade', group: 'trade', title: 'Make your first trade', reward: 100 }

beforeAll(async () => {
  const { sequencer } = server().exchange
  // Repeating the listing of the server changes nothing.
  await sequencer.submit({ type: 'list-currency', ...BY_TEST, currency: XP }, () => undefined)
})

test('The operator tool sets parameters from a file, shows the differences, and journals who did it and why', async () => {
  const all = file('all.json', PARAMETERS)
  const set = await operator(['parameters', 'set', all, '--reason', 'the first season'])
  expect(set).toEqual(
    done(/^Version \d+ is valid from now on\./, 'parameter +before +now', 'miningRatePerHour +\\S+ +11\n'),
  )
  expect(await lastCommand()).toEqual({
    type: 'set-reward-parameters',
    parameters: PARAMETERS,
    operator: userInfo().username,
    reason: 'the first season',
  })
  const version = (await server().exchange.sequencer.read(rewardProgram))?.version ?? 0
  const part = file('part.json', { friendBonus: 600 })
  expect(await operator(['parameters', 'set', part, '--reason', 'more friends', '--as', 'ann'])).toEqual({
    code: 0,
    out: `Version ${version + 1} is valid from now on.\nparameter    before  now\nfriendBonus     500  600\n`,
    problem: '',
  })
  expect(await lastCommand()).toMatchObject({ parameters: { ...PARAMETERS, friendBonus: 600 }, operator: 'ann' })
  expect(await operator(['parameters'])).toEqual(done(`^Version ${version + 1}\n`, 'dailyWheel +\\[1,2,3,4,5,6,7\\]\n'))
  expect(await operator(['parameters', 'set', part, '--reason', 'again'])).toEqual(
    refused(/^the file has the current values/),
  )
})

test('The operator tool refuses parameters that are not valid, and names the field', async () => {
  const set = (content: unknown) => operator(['parameters', 'set', file('bad.json', content), '--reason', 'a test'])
  expect(await set({ friendBonus: -1 })).toEqual(refused(/^file\.friendBonus: /))
  expect(await set({ friendBonos: 1 })).toEqual(refused(/^file: Unrecognized key: "friendBonos"/))
  expect(await set({ tiers: [{ minActiveFriends: 0, share: '20 %' }] })).toEqual(refused(/^file\.tiers\.0\.share: /))
  expect(await set({ dailyWheel: [1] })).toEqual(refused('The parameters are not valid: dailyWheel has seven amounts.'))
  expect(await set('{')).toEqual(refused(/bad\.json: .*JSON/))
  expect(await operator(['parameters', 'set', join(folder, 'none.json'), '--reason', 'a test'])).toEqual(
    refused(/ENOENT/),
  )
})

test('The operator tool funds rewards once per command and shows the funds', async () => {
  const funds = async () => (await server().exchange.sequencer.read(rewardProgram))?.funds ?? 0
  const before = await funds()
  expect(await operator(['fund-rewards', '2500', '--reason', 'season two'])).toEqual(
    done('^Added 2500 XP', 'funds +\\d+'),
  )
  expect(await funds()).toBe(before + 2_500)
  expect(await lastCommand()).toMatchObject({ type: 'fund-rewards', amount: 2_500, reason: 'season two' })
  expect(await operator(['rewards'])).toEqual(done(`funds +${before + 2_500}\n`, 'daily cap +1000000\n'))
  for (const amount of ['0', '-5', '1.5', '1e9', 'many'])
    expect(await operator(['fund-rewards', '--reason', 'a test', '--', amount])).toEqual(
      refused(/^amount: must be a whole number/),
    )
  expect(await funds()).toBe(before + 2_500)
})

test('The operator tool adds, replaces and retires tasks', async () => {
  const path = file('task.json', TASK)
  expect(await operator(['tasks', 'set', path, '--reason', 'the first task'])).toEqual(
    done('^id +kind', '901  first_trade  trade  100 +0  open +Make your first trade\n$'),
  )
  expect(await lastCommand()).toMatchObject({
    type: 'set-task',
    reason: 'the first task',
    task: { ...TASK, target: 1, after: null },
  })
  const more = [
    { ...TASK, title: 'Trade once', maxClaims: 5 },
    { ...TASK, id: 902, kind: 'convert', after: 901, closesAt: '2030-01-01T00:00:00Z' },
  ]
  expect(await operator(['tasks', 'set', file('tasks.json', more), '--reason', 'more'])).toEqual(
    done('0 of 5', '902 +convert'),
  )
  expect(await lastCommand()).toMatchObject({ task: { closesAt: Date.UTC(2030, 0, 1) } })
  expect(await operator(['tasks', 'retire', '902', '--reason', 'over'])).toEqual(done('902.*retired'))
  expect(await lastCommand()).toMatchObject({
    type: 'retire-task',
    task: 902,
    reason: 'over',
    operator: userInfo().username,
  })
  expect(await operator(['tasks'])).toEqual(done('901.*open', '902.*retired'))
})

test('The operator tool refuses tasks that are not valid, names the field, and says what was set before', async () => {
  const set = (content: unknown) => operator(['tasks', 'set', file('bad-task.json', content), '--reason', 'a test'])
  expect(await set({ ...TASK, kind: 'swim' })).toEqual(refused(/^file\.0\.kind: /))
  expect(await set([TASK, { ...TASK, id: 0 }])).toEqual(refused(/^file\.1\.id: /))
  expect(await set({ ...TASK, closesAt: 'tomorrow' })).toEqual(refused(/^file\.0\.closesAt: must be a time such as/))
  expect(await set({ ...TASK, link: 'javascript:alert(1)' })).toEqual(
    refused(/^file\.0\.link: must be an https address/),
  )
  expect(await set({ ...TASK, prize: 1 })).toEqual(refused(/^file\.0: Unrecognized key: "prize"/))
  expect(await set([TASK, TASK])).toEqual(refused(/^id 901 occurs twice: nothing was changed/))
  expect(await set([])).toEqual(refused(/^file: /))
  const partly = [
    { ...TASK, id: 903 },
    { ...TASK, id: 904, kind: 'quiz' },
  ]
  expect(await set(partly)).toEqual(refused(/^task 904: .*1 to 20 questions[\s\S]*1 of 2 tasks were set before it\./))
  expect(await operator(['tasks', 'retire', '999', '--reason', 'a test'])).toEqual(refused('This task does not exist.'))
  expect(await operator(['tasks', 'retire', 'x', '--reason', 'a test'])).toEqual(
    refused(/^id: must be the number of a task/),
  )
})

test('The operator tool shows and sets the standing of a user by uuid and by email', async () => {
  const { access } = await server().signUp('Standing@example.com')
  const { body } = await server().request<ProfileView>('GET', api.profile.path, { access })
  const user = body.uuid as UserId
  expect(await operator(['standing', user])).toEqual(done(`${user}  ok`))
  const set = ['standing', 'standing@Example.com', '--set', 'limited', '--reason', 'Several accounts use one device.']
  expect(await operator(set)).toEqual(done(`${user}  limited +2\\S+Z +Several accounts use one device\\.\n`))
  expect(await lastCommand()).toEqual({
    type: 'set-reward-standing',
    user,
    standing: 'limited',
    operator: userInfo().username,
    reason: 'Several accounts use one device.',
  })
  expect(await server().exchange.sequencer.read((state) => rewardsOf(state, user).standing.state)).toBe('limited')
  expect(await operator(['standing', user, '--set', 'gone', '--reason', 'a test'])).toEqual(
    refused(/^set: must be one of ok, limited, under_review/),
  )
  expect(await operator(['standing', 'nobody@example.com'])).toEqual(refused(/^no user has the uuid or email nobody@/))
})

test('The operator tool shows and sets the level of verification of a user', async () => {
  const { access } = await server().signUp('level@example.com')
  const profile = async () => (await server().request<ProfileView>('GET', api.profile.path, { access })).body
  const { uuid: user } = await profile()
  expect(await operator(['level', user])).toEqual(done(`${user} +0`))
  const set = ['set-level', 'Level@example.com', '1', '--reason', 'Documents were seen in the office.']
  expect(await operator(set)).toEqual(refused(/^the email level@example.com is not confirmed: name the uuid/))
  const token = await newestEmailToken(server(), 'level@example.com')
  await server().request('POST', api.confirmEmail.path, { body: { token } })
  expect(await operator(set)).toEqual(done(`${user} +1`))
  expect(await lastCommand()).toEqual({
    type: 'set-level',
    user,
    level: 1,
    operator: userInfo().username,
    reason: 'Documents were seen in the office.',
  })
  expect(await profile()).toMatchObject({ is_verified: true, verification: { status: 'approved' } })
  expect(await operator(['set-level', user, '2', '--reason', 'a test'])).toEqual(refused(/^level: must be 0 or 1/))
  expect(await operator(['set-level', user, '0'])).toEqual(expect.objectContaining({ code: 1 }))
  expect(await operator(['level', 'nobody@example.com'])).toEqual(refused(/^no user has the uuid or email nobody@/))
})

test('The operator tool lists open appeals and answers one, which sets the standing', async () => {
  const { access } = await server().signUp()
  const { body } = await server().request<ProfileView>('GET', api.profile.path, { access })
  const user = body.uuid as UserId
  expect(await operator(['appeals'])).toEqual(done('^No appeal is open\\.\n$'))
  await operator(['standing', user, '--set', 'under_review', '--reason', 'Many friends in an hour.'])
  const path = EARN_BASE + api.appeal.path
  const sent = await server().request('POST', path, { access, body: { text: 'They are\u200dmy class.' } })
  expect(sent.status).toBe(200)
  const listed = await operator(['appeals'])
  expect(listed).toEqual(done('^id +user', `${user}  2\\S+Z  They are my class\\.\n$`))
  const [, id = ''] = /\n *(\d+) /.exec(listed.out) ?? []
  const answer = ['appeals', 'answer', id, '--set', 'ok', '--answer', 'Thank you, we checked it.']
  expect(await operator(answer)).toEqual(refused(/^a change needs --reason/))
  expect(await operator([...answer, '--reason', 'a school class'])).toEqual(done(`^Appeal ${id} is answered\\.\n$`))
  expect(await lastCommand()).toEqual({
    type: 'set-reward-standing',
    user,
    standing: 'ok',
    operator: userInfo().username,
    reason: 'a school class',
  })
  const profile = await server().request<EarnProfileView>('GET', EARN_BASE + api.earnProfile.path, { access })
  expect(profile.body.standing).toMatchObject({ state: 'ok', appeal: { answer: 'Thank you, we checked it.' } })
  expect(await operator([...answer, '--reason', 'again'])).toEqual(refused(/There is no open appeal/))
  expect(await operator(['appeals', 'answer', 'x', '--set', 'ok', '--answer', 'a', '--reason', 'b'])).toEqual(
    refused(/^id: must be the number of an appeal/),
  )
})

test('The operator tool refuses changes without a reason, and reasons and names with control characters', async () => {
  const [fund, tasks] = [
    ['fund-rewards', '1'],
    ['tasks', 'retire', '901'],
  ]
  for (const change of [fund, tasks, ['standing', 'ann@example.com', '--set', 'ok']])
    expect(await operator(change)).toEqual(refused(/^a change needs --reason "why"/))
  for (const blank of ['  ', '\u200b', '\u3164 \u2800'])
    expect(await operator([...fund, '--reason', blank])).toEqual(refused(/^a change needs --reason/))
  expect(await operator([...fund, '--reason', 'a\u001b[31mb'])).toEqual(refused(/^reason: .*control characters/))
  expect(await operator([...fund, '--reason', 'a test', '--as', 'x'.repeat(65)])).toEqual(
    refused(/^operator: .*at most 64/),
  )
  expect(await operator(['rewards', '--reason', 'a test'])).toEqual(refused(/^this changes nothing/))
})

test('The server itself refuses a change without a reason, and an unknown action', async () => {
  const send = async (request: object): Promise<unknown> => {
    const socket = connect(join(server().dataDir, 'operator.sock'))
    socket.write(`${JSON.stringify({ operator: 'ann', input: { amount: '7' }, reason: null, ...request })}\n`)
    const [reply] = await once(socket, 'data')
    return JSON.parse(String(reply))
  }
  expect(await send({ action: 'fund-rewards' })).toEqual({
    ok: false,
    text: 'a change needs a reason',
    outcome: 'refused',
  })
  for (const action of ['toString', 'fund', ''])
    expect(await send({ action })).toMatchObject({
      ok: false,
      text: expect.stringContaining('does not know the action'),
    })
})

test('The operator tool explains its commands and unknown words', async () => {
  for (const args of [['--help'], ['-h'], [], ['tasks', '--help']])
    expect(await operator(args)).toEqual(
      done('fund-rewards AMOUNT --reason TEXT', 'standing USER --set SET --reason TEXT'),
    )
  expect(await operator(['tasks', 'remove', '1'])).toEqual(
    refused(/^these words are not a command:\n {2}tasks[\s\S]*--help/),
  )
  expect(await operator(['standing', 'a', '--answer', 'x'])).toEqual(
    refused(/^these words are not a command:\n {2}standing/),
  )
  expect(await operator(['rewards', '--wipe'])).toEqual(refused(/Unknown option '--wipe'/))
})

test('The operator tool says when no server runs', async () => {
  const expected = refused(/^no server is running: .*operator\.sock does not answer\. Start it, or set the DATA_DIR/)
  expect(await operator(['rewards'], folder)).toEqual(expected)
  const stale = createServer().listen(join(folder, 'gone.sock'))
  await once(stale, 'listening')
  expect(await operator(['rewards'], join(folder, 'absent'))).toEqual(expected)
  stale.close()
})

test('The operator tool says that the outcome is unknown if the connection ends before the reply to a change', async () => {
  const dataDir = join(folder, 'killed')
  mkdirSync(dataDir)
  const killed = createServer((socket) => socket.once('data', () => socket.destroy())).listen(
    join(dataDir, 'operator.sock'),
  )
  await once(killed, 'listening')
  expect(await operator(['fund-rewards', '5', '--reason', 'a test'], dataDir)).toEqual(
    refused(
      /^the server closed the connection without a reply\nThe outcome is unknown: run `npm run operator -- rewards`/,
    ),
  )
  expect(await operator(['rewards'], dataDir)).toEqual(refused(/^the server closed the connection without a reply\n$/))
  killed.close()
})
