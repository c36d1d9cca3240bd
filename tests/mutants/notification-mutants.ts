/** Mutants of operator access, notifications and emails. */

import type { Mutant } from './mutants.ts'

const REMINDERS = 'src/server/notifications/reminders.ts'
const STORE = 'src/server/notifications/store.ts'
const SOCKET_FILE = 'src/server/operator/socket-file.ts'

export const notificationMutants: readonly Mutant[] = [
  {
    name: 'a claimed mining run is still notified',
    file: REMINDERS,
    edits: [["if (event.cause.kind === 'mining') waiting.delete(keyOf('mining_finished', event.user))", '']],
    caughtBy: ['server/notifications/notifications.test.ts'],
  },
  {
    name: 'a restart forgets mining runs that end later',
    file: REMINDERS,
    edits: [['if (run !== undefined) remindIfRecent(miningEnd(user, run))', '']],
    caughtBy: ['server/notifications/notifications.test.ts'],
  },
  {
    name: 'a user gets several unprompted notifications per day',
    file: STORE,
    edits: [['UNPROMPTED_KINDS.includes(kind) ? Math.floor(at / DAY_MILLIS) : null', 'null']],
    caughtBy: ['server/notifications/notifications.test.ts'],
  },
  {
    name: 'reading marks the notifications of all users',
    file: STORE,
    edits: [['where user_id = $1 and in_app and read_at is null\n  and', 'where $1::uuid is not null\n  and']],
    caughtBy: ['server/notifications/notifications.test.ts'],
  },
  {
    name: 'the bot ignores quiet hours',
    file: STORE,
    edits: [['quietHours === null ? at : endOfQuietHours(quietHours, at)', 'at']],
    caughtBy: ['server/telegram-bot/bot.test.ts'],
  },
  {
    name: 'the operator socket is open to other users',
    file: SOCKET_FILE,
    edits: [["    chmodSync(join(draft, 's'), 0o600)\n", '']],
    caughtBy: ['server/operator/operator-socket.test.ts'],
  },
  {
    name: 'a second server replaces the operator socket of the first',
    file: SOCKET_FILE,
    edits: [['  if (await accepts(path)) throw new OperatorSocketInUse(path)\n', '']],
    caughtBy: ['server/operator/operator-socket.test.ts'],
  },
  {
    name: 'an operator changes something without a reason',
    file: 'src/server/operator/action.ts',
    edits: [["if (reason === null) return refused('a change needs a reason')", '']],
    caughtBy: ['server/operator/operator-tool.test.ts'],
  },
  {
    name: 'an email is sent by a process whose claim is over',
    file: 'src/server/email/outbox.ts',
    edits: [['(await queue.isClaimed(email))', 'queue.isClaimed !== undefined']],
    caughtBy: ['server/standby/parked-messages.test.ts'],
  },
]
