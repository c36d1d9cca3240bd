import type { Mutant } from './mutants.ts'

const SIMULATION = ['simulation/simulation.test.ts']
const SEQUENCER = 'src/server/core/sequencer.ts'
const RESOLVE = '    for (const [index, { resolve }] of batch.entries()) resolve(seen[index])\n'
const COMMIT = '      this.#commit = journal.append(row)\n'

export const serverMutants: readonly Mutant[] = [
  {
    name: 'the answer comes before the commit',
    file: SEQUENCER,
    edits: [
      [RESOLVE, ''],
      [COMMIT, `${COMMIT}  ${RESOLVE}`],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'the news comes before the commit',
    file: SEQUENCER,
    edits: [
      ['    this.#publish(done, state)\n', ''],
      [COMMIT, `      this.#publish(done, state)\n${COMMIT}`],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'a commit that failed keeps its state',
    file: SEQUENCER,
    edits: [
      ["if (this.#core.phase === 'running') this.#core = { phase: 'recovering', why }\n    for", 'for'],
      ['void this.#recoverUntilDone(journal)', ''],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'a read tells what is not committed',
    file: SEQUENCER,
    edits: [['    try {\n      await this.#commit\n    } catch {', '    try {\n    } catch {']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a stamp follows a clock that goes back',
    file: SEQUENCER,
    edits: [['Math.max(this.#clock.now(), state.at)', 'this.#clock.now()']],
    caughtBy: SIMULATION,
  },
  {
    name: 'after a failed commit all is told again',
    file: SEQUENCER,
    edits: [['batch.filter(({ seq }) => seq > this.#heard)', 'batch.filter(({ seq }) => seq > 0)']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a message that comes much later is done again',
    file: 'src/engine/orders/remembered.ts',
    edits: [['at - request.at < REMEMBERED_FOR ? request', 'at - request.at < 1_000 ? request']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a row need not continue the one before it',
    file: 'src/server/core/recovery.ts',
    edits: [['if (!row.prevHash.equals(hash))', 'if (row.prevHash.equals(row.eventHash))']],
    caughtBy: ['golden/golden.test.ts'],
  },
  {
    name: 'a replay may lead to other events',
    file: 'src/server/core/recovery.ts',
    edits: [['if (!eventHash.equals(row.eventHash))', 'if (eventHash.length !== row.eventHash.length)']],
    caughtBy: ['golden/golden.test.ts'],
  },
  {
    name: 'a snapshot ahead of a projection is used',
    file: 'src/server/core/snapshots.ts',
    edits: [['    if (head.seq > heard) continue\n', '']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a snapshot is believed whatever its hash',
    file: 'src/server/core/snapshots.ts',
    edits: [['if (!hash.equals(head.stateHash))', 'if (hash.length !== head.stateHash.length)']],
    caughtBy: ['server/snapshots.test.ts'],
  },
  {
    name: 'two write one journal',
    file: 'src/server/core/postgres-journal.ts',
    edits: [['if (locked.rows[0]?.locked !== true)', 'if (locked.rows[0] === undefined)']],
    caughtBy: ['server/writer.test.ts'],
  },
  {
    name: 'a projection writes its place before its rows',
    file: 'src/server/projections/projector.ts',
    edits: [
      [
        '    await write(client, news)\n',
        "    await client.query('update projection_places set seq = $2 where name = $1', [name, news.at(-1)?.seq])\n    await client.query('commit')\n    await client.query('begin')\n    await write(client, news)\n",
      ],
    ],
    caughtBy: ['server/projections-once.test.ts'],
  },
  {
    name: 'a candle is counted again after a restart',
    file: 'src/server/projections/projector.ts',
    edits: [['const news = batch.filter(({ seq }) => seq > heard)', 'const news = batch.filter(({ seq }) => seq > 0)']],
    caughtBy: ['server/projections-once.test.ts'],
  },
  {
    name: 'market data counts what its tables had counted',
    file: 'src/server/market-data/market-data.ts',
    edits: [['if (done.seq > loaded) for', 'if (done.seq > 0) for']],
    caughtBy: ['server/market-data.test.ts'],
  },
  {
    name: 'private news is for everybody',
    file: 'src/server/gateway/channels.ts',
    edits: [['for (const session of byUser.get(user) ?? [])', 'for (const session of user === "" ? [] : sessions)']],
    caughtBy: ['server/gateway.test.ts'],
  },
  {
    name: 'a ticket opens two sockets',
    file: 'src/server/identity/tickets.ts',
    edits: [['issued.take(ticket)', 'issued.look(ticket)']],
    caughtBy: ['server/gateway.test.ts'],
  },
  {
    name: 'an old refresh token is just refused',
    file: 'src/server/identity/refresh-tokens.ts',
    edits: [['    await client.query(END_FAMILY, [row.family, row.user_id, now])\n', '']],
    caughtBy: ['server/identity.test.ts'],
  },
  {
    name: 'an ended sign-in goes on in memory',
    file: 'src/server/identity/families.ts',
    edits: [['isEnded: (family) => ended.has(family)', 'isEnded: (family) => ended.has(family.slice(1))']],
    caughtBy: ['server/identity.test.ts'],
  },
  {
    name: 'a dead session of our own keeps us out',
    file: 'src/server/core/postgres-journal.ts',
    edits: [['    await client.query(END_OWN_LAST, [NAME])\n', '']],
    caughtBy: ['server/writer.test.ts'],
  },
  {
    name: 'a pooler is trusted with the lock',
    file: 'src/server/core/postgres-journal.ts',
    edits: [['    await refusePooler(client)\n', '']],
    caughtBy: ['server/writer.test.ts'],
  },
  {
    name: 'live mode trades by a clock that is behind',
    file: SEQUENCER,
    edits: [['return this.#refusesOldClock ? this.clockWarning : undefined', 'return undefined']],
    caughtBy: ['server/clock.test.ts'],
  },
  {
    name: 'a commit that hangs is not seen from outside',
    file: 'src/server/http/health.ts',
    edits: [['(sequencer.isStalled || projector.isFull)', 'projector.isFull']],
    caughtBy: ['server/faults-load.test.ts'],
  },
  {
    name: 'a halt is over with a restart',
    file: 'src/server/listing/list.ts',
    edits: [['status: listed.pair.rules.status', 'status: command.rules.status']],
    caughtBy: ['server/demo.test.ts'],
  },
  {
    name: 'demo traders believe any last price',
    file: 'src/server/demo/demo-traders.ts',
    edits: [['noise(pair, price, next)', 'noise(pair, lastPrice, next)']],
    caughtBy: ['server/demo.test.ts'],
  },
  {
    name: 'a flood is never cut',
    file: 'src/server/gateway/gateway.ts',
    edits: [['if (session.refused > MOST_REFUSED)', 'if (session.refused < 0)']],
    caughtBy: ['server/gateway-limits.test.ts'],
  },
  {
    name: 'a frame may be twice as long',
    file: 'src/server/gateway/gateway.ts',
    edits: [['maxPayload: MOST_MESSAGE_BYTES', 'maxPayload: 2 * MOST_MESSAGE_BYTES']],
    caughtBy: ['server/gateway-nasty.test.ts'],
  },
]
