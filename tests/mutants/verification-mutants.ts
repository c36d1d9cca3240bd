import type { Mutant } from './mutants.ts'

const LEVELS = ['engine/verification/levels.test.ts']
const WEBHOOK = ['server/verification/webhook.test.ts']
const LINK = ['server/verification/link.test.ts']
const KILL = ['server/verification/kill.test.ts']

export const verificationMutants: readonly Mutant[] = [
  {
    name: 'the limit of an unverified user is that of a verified one',
    file: 'src/engine/withdrawals/limits.ts',
    edits: [['daily[levelOf(state, user)]', 'daily[VERIFIED_LEVEL]']],
    caughtBy: LEVELS,
  },
  {
    name: 'a decision for level 0 is not remembered',
    file: 'src/engine/verification/module.ts',
    edits: [
      [
        'void levels.set(user, { level, decidedAt })',
        'void (level > 0 ? levels.set(user, { level, decidedAt }) : levels.delete(user))',
      ],
    ],
    caughtBy: LEVELS,
  },
  {
    name: 'a snapshot forgets the levels',
    file: 'src/engine/verification/state.ts',
    edits: [['for (const { user, ...decision } of items) levels.set(user, decision)', 'void [levels, items]']],
    caughtBy: LEVELS,
  },
  {
    name: 'the signature of a webhook is not compared',
    file: 'src/server/verification/webhook-signature.ts',
    edits: [['return timingSafeEqual(', 'return true || timingSafeEqual(']],
    caughtBy: WEBHOOK,
  },
  {
    name: 'the signature is over the parsed body instead of its bytes',
    file: 'src/server/verification/webhook-signature.ts',
    edits: [
      [
        'createHmac(hash, secret).update(rawBody).digest()',
        "createHmac(hash, secret).update(JSON.stringify(JSON.parse(String(rawBody) || '0'))).digest()",
      ],
    ],
    caughtBy: WEBHOOK,
  },
  {
    name: 'SHA-1 is accepted',
    file: 'src/server/verification/webhook-signature.ts',
    edits: [["['HMAC_SHA512_HEX'", "['HMAC_SHA1_HEX', { hash: 'sha1', hexDigits: 40 }],\n  ['HMAC_SHA512_HEX'"]],
    caughtBy: WEBHOOK,
  },
  {
    name: 'an older result replaces a newer one',
    file: 'src/server/verification/verifications.ts',
    edits: [['  result.provider_time > stored.provider_time ||', '  result.provider_time !== stored.provider_time ||']],
    caughtBy: WEBHOOK,
  },
  {
    name: 'the comment for the exchange is shown to the user',
    file: 'src/server/verification/parse-webhook.ts',
    edits: [
      ['moderationComment: z.string()', 'moderationComment: z.string().optional(),\n      clientComment: z.string()'],
      ['cleanText(reviewResult?.moderationComment', 'cleanText(reviewResult?.clientComment'],
    ],
    caughtBy: WEBHOOK,
  },
  {
    name: 'a final rejection is taken for one that can be repeated',
    file: 'src/server/verification/parse-webhook.ts',
    edits: [
      ["reviewRejectType === 'RETRY' ? 'retry' : 'rejected'", "reviewRejectType === 'RETRY' ? 'retry' : 'retry'"],
    ],
    caughtBy: WEBHOOK,
  },
  {
    name: 'a result of another level of the provider counts',
    file: 'src/server/verification/parse-webhook.ts',
    edits: [['data.levelName !== settings.level', 'false']],
    caughtBy: WEBHOOK,
  },
  {
    name: 'a result of the sandbox counts with real money',
    file: 'src/server/verification/parse-webhook.ts',
    edits: [['data.sandboxMode === true', 'false']],
    caughtBy: ['server/verification/live.test.ts'],
  },
  {
    name: 'a user who is rejected for good gets a link',
    file: 'src/server/verification/verification.ts',
    edits: [["if (verification.status === 'rejected')", 'if (false)']],
    caughtBy: LINK,
  },
  {
    name: 'a request to Sumsub is signed without its body',
    file: 'src/server/verification/sumsub.ts',
    edits: [['${path}${body}`', '${path}${body.slice(body.length)}`']],
    caughtBy: LINK,
  },
  {
    name: 'a start does not continue what was interrupted',
    file: 'src/server/verification/apply-levels.ts',
    edits: [['  void applyNow()\n', '']],
    caughtBy: KILL,
  },
  {
    name: 'a start repeats levels that were applied',
    file: 'src/server/verification/verifications.ts',
    edits: [['from verifications where applied_at is null', 'from verifications']],
    caughtBy: KILL,
  },
]
