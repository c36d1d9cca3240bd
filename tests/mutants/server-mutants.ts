import type { Mutant } from './mutants.ts'

const SIMULATION = ['simulation/simulation.test.ts']
const SEQUENCER = 'src/server/sequencer/sequencer.ts'
const PLACE = 'src/server/read-models/place.ts'
const RESOLVE = '    for (const [index, { resolve }] of batch.entries()) resolve(replies[index])\n'
const COMMIT = '      this.#commit = journal.append(row)\n'

export const serverMutants: readonly Mutant[] = [
  {
    name: 'a reply is sent before the commit',
    file: SEQUENCER,
    edits: [
      [RESOLVE, ''],
      [COMMIT, `${COMMIT}  ${RESOLVE}`],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'a batch is published before the commit',
    file: SEQUENCER,
    edits: [
      ['    this.#deliveries.publish(executed, state)\n    if', '    if'],
      [COMMIT, `      this.#deliveries.publish(executed, state)\n${COMMIT}`],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'a failed commit keeps its state',
    file: SEQUENCER,
    edits: [
      ["if (this.#phase.type === 'running') this.#phase = { type: 'recovering', reason }\n    for", 'for'],
      ['void this.#recoverUntilDone(journal, error)', ''],
    ],
    caughtBy: SIMULATION,
  },
  {
    name: 'a read returns uncommitted state',
    file: SEQUENCER,
    edits: [['    try {\n      await this.#commit\n    } catch {', '    try {\n    } catch {']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a timestamp follows a clock that goes back',
    file: SEQUENCER,
    edits: [['Math.max(this.#clock.now(), state.at)', 'this.#clock.now()']],
    caughtBy: SIMULATION,
  },
  {
    name: 'after a failed commit all commands are delivered again',
    file: 'src/server/sequencer/deliveries.ts',
    edits: [['batch.filter(({ seq }) => seq > this.lastSeq)', 'batch.filter(({ seq }) => seq > 0)']],
    caughtBy: SIMULATION,
  },
  {
    name: 'a late duplicate request is executed again',
    file: 'src/engine/idempotency/answer-once.ts',
    edits: [['if (at > expiryOf(validUntil, at))', 'if (at > expiryOf(undefined, at))']],
    caughtBy: SIMULATION,
  },
  {
    name: 'the id of an open order is forgotten',
    file: 'src/engine/orders/place-order.ts',
    edits: [['return order && {', 'return order && undefined && {']],
    caughtBy: ['engine/idempotency/answer-once.test.ts'],
  },
  {
    name: 'rules can be set back',
    file: 'src/engine/rules/module.ts',
    edits: [['rules > state.rules', 'rules > 0']],
    caughtBy: ['engine/idempotency/answer-once.test.ts'],
  },
  {
    name: 'a row may have a wrong previous hash',
    file: 'src/server/sequencer/replay-journal.ts',
    edits: [['if (!row.prevHash.equals(hash))', 'if (row.prevHash.equals(row.eventHash))']],
    caughtBy: ['server/sequencer/replay-journal.test.ts'],
  },
  {
    name: 'a replay may produce different events',
    file: 'src/server/sequencer/replay-journal.ts',
    edits: [['if (!eventHash.equals(row.eventHash))', 'if (eventHash.length !== row.eventHash.length)']],
    caughtBy: ['golden/golden.test.ts'],
  },
  {
    name: 'a snapshot ahead of a read model is used',
    file: 'src/server/sequencer/snapshots.ts',
    edits: [['    if (head.seq > lastDelivered) continue\n', '']],
    caughtBy: SIMULATION,
  },
  {
    name: 'the hash of the state in a snapshot is not compared',
    file: 'src/server/sequencer/snapshots.ts',
    edits: [['if (!isSameHash(head.stateHash, hash))', 'if (hash.length !== head.stateHash.length)']],
    caughtBy: ['golden/golden.test.ts'],
  },
  {
    name: 'two processes write one journal',
    file: 'src/server/postgres/writer-lock.ts',
    edits: [['return row?.isOurs === true', 'return row !== undefined']],
    caughtBy: ['server/sequencer/single-writer.test.ts'],
  },
  {
    name: 'a projection commits its position before its rows',
    file: 'src/server/read-models/projector.ts',
    edits: [
      [
        '    await write(client, unwritten)\n',
        "    await place.set(client, last.seq)\n    await client.query('commit')\n    await client.query('begin')\n    await write(client, unwritten)\n",
      ],
    ],
    caughtBy: ['server/read-models/applied-once.test.ts'],
  },
  {
    name: 'a restart counts a trade in a candle twice',
    file: 'src/server/read-models/projector.ts',
    edits: [['batch.filter(({ seq }) => seq > written)', 'batch.filter(({ seq }) => seq > 0)']],
    caughtBy: ['server/read-models/applied-once.test.ts'],
  },
  {
    name: 'a stored position of a read model is believed again while the server runs',
    file: PLACE,
    edits: [['current !== undefined && current === session', 'false']],
    caughtBy: ['server/read-models/place.test.ts'],
  },
  {
    name: 'a stored position of a read model is believed after the end of the journal',
    file: PLACE,
    edits: [['Math.min(stored, end ?? stored)', 'stored']],
    caughtBy: ['server/read-models/place.test.ts'],
  },
  {
    name: 'a read model is written again after a commit without an answer',
    file: PLACE,
    edits: [["    if (status === 'committed') committed()\n", '']],
    caughtBy: ['server/read-models/place.test.ts'],
  },
  {
    name: 'a process writes read models while another one writes the journal',
    file: 'src/server/sequencer/writer-session.ts',
    edits: [['if (holder !== undefined && holder.name !== WRITER_NAME) throw new JournalLocked()', '']],
    caughtBy: ['server/read-models/place.test.ts'],
  },
  {
    name: 'a raised position of a read model deletes snapshots',
    file: 'src/server/sequencer/postgres-snapshots.ts',
    edits: [['and seq <= $2 and seq <= (select coalesce', 'and $2::bigint > 0 and seq <= (select coalesce']],
    caughtBy: ['server/sequencer/snapshots.test.ts'],
  },
  {
    name: 'market data counts stored trades twice',
    file: 'src/server/markets/market-data.ts',
    edits: [['if (command.seq > loaded) for', 'if (command.seq > 0) for']],
    caughtBy: ['server/markets/market-data.test.ts'],
  },
  {
    name: 'user messages go to all connections',
    file: 'src/server/websocket/subscriptions.ts',
    edits: [
      ['for (const connection of byUser.get(user) ?? [])', 'for (const connection of user === "" ? [] : connections)'],
    ],
    caughtBy: ['server/websocket/server.test.ts'],
  },
  {
    name: 'a socket ticket opens two sockets',
    file: 'src/server/sessions/socket-tickets.ts',
    edits: [['issued.take(ticket)', 'issued.get(ticket)']],
    caughtBy: ['server/websocket/server.test.ts'],
  },
  {
    name: 'a reused refresh token does not revoke its session',
    file: 'src/server/sessions/refresh-tokens.ts',
    edits: [
      [
        'endSession(ending, user, { session }).catch(ignoreDifference)\n      return undefined',
        'Promise.resolve()\n      return undefined',
      ],
    ],
    caughtBy: ['server/auth/auth.test.ts'],
  },
  {
    name: 'a revoked session is still accepted',
    file: 'src/server/sessions/revoked-sessions.ts',
    edits: [['revoked.has(signedIn.session)', 'revoked.has(signedIn.session.slice(1))']],
    caughtBy: ['server/auth/auth.test.ts'],
  },
  {
    name: 'the previous database session is not terminated',
    file: 'src/server/sequencer/writer-session.ts',
    edits: [['    if (holder?.name === WRITER_NAME) await endSession(client, holder)\n', '']],
    caughtBy: ['server/sequencer/single-writer.test.ts'],
  },
  {
    name: 'a connection pooler is accepted',
    file: 'src/server/sequencer/writer-session.ts',
    edits: [['    await refusePooler(client)\n', '']],
    caughtBy: ['server/sequencer/single-writer.test.ts'],
  },
  {
    name: 'a jump of the clock is accepted at once',
    file: 'src/server/runtime/steady-clock.ts',
    edits: [['elapsed - seen.since >= ACCEPT_MILLIS', 'elapsed >= seen.since']],
    caughtBy: ['server/runtime/steady-clock.test.ts'],
  },
  {
    name: 'old rows are deleted by a clock that has just jumped',
    file: 'src/server/runtime/steady-clock.ts',
    edits: [['elapsed - seen.since >= CONFIRM_MILLIS', 'elapsed >= CONFIRM_MILLIS']],
    caughtBy: ['server/runtime/steady-clock.test.ts'],
  },
  {
    name: 'a journal that lost its newest rows is accepted',
    file: 'src/server/sequencer/consumer-positions.ts',
    edits: [['if (seq > end)', 'if (seq > end + 1_000_000)']],
    caughtBy: ['server/sequencer/journal-tail.test.ts'],
  },
  {
    name: 'a journal with another identity is accepted',
    file: 'src/server/sequencer/consumer-positions.ts',
    edits: [['journal !== id', 'journal !== undefined && id.length === 0']],
    caughtBy: ['server/sequencer/journal-tail.test.ts'],
  },
  {
    name: 'a commit of unknown fate is appended again although it is there',
    file: 'src/server/sequencer/reopening-journal.ts',
    edits: [['if (found === known.length && row', 'if (row']],
    caughtBy: ['server/sequencer/reopening-journal.test.ts'],
  },
  {
    name: 'a row of another server is taken for the own one',
    file: 'src/server/sequencer/reopening-journal.ts',
    edits: [['if (!expected[found]?.equals(hash)) {', 'if (!expected[found]) {']],
    caughtBy: ['server/sequencer/reopening-journal.test.ts'],
  },
  {
    name: 'a process goes on after another one has led',
    file: 'src/server/sequencer/reopening-journal.ts',
    edits: [['throw new TakenOver()', 'return false']],
    caughtBy: ['server/sequencer/reopening-journal.test.ts'],
  },
  {
    name: 'a commit that stops waiting for its copy is answered',
    file: 'src/server/sequencer/postgres-journal.ts',
    edits: [['if (copies > 1) await withTimeout(refuseWithoutStandby(client))\n', '']],
    caughtBy: ['server/standby/database-failover.test.ts'],
  },
  {
    name: 'a host that was replaced is used again',
    file: 'src/server/postgres/hosts.ts',
    edits: [['b.timeline - a.timeline', 'a.timeline - b.timeline']],
    caughtBy: ['server/standby/database-failover.test.ts'],
  },
  {
    name: 'a free lock is taken from a leader that connects again',
    file: 'src/server/standby/wait-to-lead.ts',
    edits: [['if (hasLeader) leftUntil = performance.now() + leaseMillis', '']],
    caughtBy: ['server/standby/wait-to-lead.test.ts'],
  },
  {
    name: 'another signer is used without an operator',
    file: 'src/server/custody/signer/signer-term.ts',
    edits: [['throw new SignerNotAccepted()', "return 'another signer'"]],
    caughtBy: ['server/custody/signer/signer-term.test.ts'],
  },
  {
    name: 'a signer signs for a term that it does not know',
    file: 'src/signer/answers.ts',
    edits: [['if ((instance ?? own) !== own || term > current) return TERM_UNKNOWN', '']],
    caughtBy: ['server/custody/signer/signer-term.test.ts'],
  },
  {
    name: 'another certificate than the one that is known is enough',
    file: 'src/server/custody/signer/connect-pinned.ts',
    edits: [
      ['fingerprint256 === pinned', "fingerprint256 !== ''"],
      ['rejectUnauthorized: true', 'rejectUnauthorized: false'],
    ],
    caughtBy: ['server/custody/signer/signer-tls.test.ts'],
  },
  {
    name: 'an append does not require the row before',
    file: 'src/server/sequencer/postgres-journal.ts',
    edits: [['where ($1 = 1 or exists', 'where ($1 >= 1 or exists']],
    caughtBy: ['server/sequencer/single-writer.test.ts'],
  },
  {
    name: 'a commit that the standby did not confirm counts as durable',
    file: 'src/server/sequencer/postgres-journal.ts',
    edits: [["if (severity === 'WARNING')", "if (severity === 'ERROR')"]],
    caughtBy: ['server/sequencer/journal-tail.test.ts'],
  },
  {
    name: 'a stalled commit is not reported by /health',
    file: 'src/server/wiring/open-health.ts',
    edits: [["isStalled ? 'it does not answer' : databaseCheck.failure", 'databaseCheck.failure']],
    caughtBy: ['server/sequencer/database-faults-under-load.test.ts'],
  },
  {
    name: 'a live exchange opens with the play pairs',
    file: 'src/server/play/open-markets.ts',
    edits: [['return listPoints(deps.sequencer)', 'return listCatalogue(deps.sequencer)']],
    caughtBy: ['server/operator/markets.test.ts'],
  },
  {
    name: 'a new pair is sent to nobody',
    file: 'src/server/websocket/subscriptions.ts',
    edits: [["if (event.type === 'pair-listed') pairs.add(event.pair.id)", '']],
    caughtBy: ['server/operator/markets.test.ts'],
  },
  {
    name: 'a hidden coin can still be deposited',
    file: 'src/server/deposits/list-networks.ts',
    edits: [["asset.deposits === 'open' && !isHidden(state, asset.currency)", "asset.deposits === 'open'"]],
    caughtBy: ['server/deposits/networks-state.test.ts'],
  },
  {
    name: 'a part that fails does not fail strict health',
    file: 'src/server/http/routes/health.ts',
    edits: [["some(({ state }) => state === 'failing')", "some(({ state }) => state === 'paused')"]],
    caughtBy: ['server/http/health-parts.test.ts'],
  },
  {
    name: 'demo traders follow any last price',
    file: 'src/server/play/demo-traders.ts',
    edits: [['walk(reference, pair, next, SECONDS_PER_PAIR)', 'lastPrice']],
    caughtBy: ['server/play/demo-traders.test.ts'],
  },
  {
    name: 'a flooding connection is never closed',
    file: 'src/server/websocket/server.ts',
    edits: [['if (connection.rejectedInARow > MAX_REJECTED)', 'if (connection.rejectedInARow < 0)']],
    caughtBy: ['server/websocket/limits.test.ts'],
  },
  {
    name: 'the message size limit is doubled',
    file: 'src/server/websocket/server.ts',
    edits: [['maxPayload: MAX_MESSAGE_BYTES', 'maxPayload: 2 * MAX_MESSAGE_BYTES']],
    caughtBy: ['server/websocket/hostile-messages.test.ts'],
  },
  {
    name: 'a stop closes sockets before commits are answered',
    file: 'src/server/exchange.ts',
    edits: [['  started.push(() => sequencer.drain())\n', '']],
    caughtBy: ['server/stop-under-load.test.ts'],
  },
  {
    name: 'stale market data is not marked',
    file: SEQUENCER,
    edits: [
      ["return this.#phase.type !== 'running' || this.commitProblem !== undefined || this.isStalled", 'return false'],
    ],
    caughtBy: ['server/websocket/stale-data.test.ts'],
  },
]
