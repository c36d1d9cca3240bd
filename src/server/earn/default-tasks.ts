/** The tasks of a new exchange. Ids are permanent; an operator changes, adds and retires tasks with commands. */

import type { QuizQuestion, TaskDefinition } from '../../contract/earn/tasks.ts'
import type { TaskId } from '../../contract/ids.ts'

type Given = Pick<TaskDefinition, 'kind' | 'group' | 'title' | 'description' | 'reward'> &
  Partial<Omit<TaskDefinition, 'id' | 'position'>>

const task = (id: number, given: Given): TaskDefinition => ({
  id: id as TaskId,
  target: 1,
  after: null,
  opensAt: null,
  closesAt: null,
  maxClaims: null,
  position: id * 10,
  link: null,
  channel: null,
  code: null,
  questions: [],
  ...given,
})

const ORDER_QUESTIONS: readonly QuizQuestion[] = [
  {
    question: 'Which order can wait in the order book?',
    options: ['A market order', 'A limit order', 'Both'],
    answer: 1,
  },
  {
    question: 'What does a limit buy order guarantee?',
    options: ['That it is filled at once', 'A price not above its limit', 'The lowest price of the day'],
    answer: 1,
  },
  {
    question: 'What does “post only” do?',
    options: ['Places the order only if it does not trade at once', 'Hides the order', 'Cancels all other orders'],
    answer: 0,
  },
]

const SECURITY_QUESTIONS: readonly QuizQuestion[] = [
  {
    question: 'Who may know your 2FA code?',
    options: ['Support', 'Only you', 'A friend that you trust'],
    answer: 1,
  },
  {
    question: 'A message asks you to sign in at a link. What is safest?',
    options: ['Open the link at once', 'Reply and ask', 'Open the exchange yourself and look there'],
    answer: 2,
  },
  {
    question: 'Where do recovery codes belong?',
    options: ['In a place only you can reach', 'In a chat', 'In your profile picture'],
    answer: 0,
  },
]

const FIRST_TRADE = 5 as TaskId

export const DEFAULT_TASKS: readonly TaskDefinition[] = [
  task(1, {
    kind: 'confirm_email',
    group: 'onboarding',
    title: 'Confirm your email',
    description: 'Use the link in your inbox.',
    reward: 50,
  }),
  task(2, {
    kind: 'enable_2fa',
    group: 'onboarding',
    title: 'Turn on 2FA',
    description: 'Codes from an authenticator app.',
    reward: 100,
  }),
  task(3, {
    kind: 'quiz',
    group: 'onboarding',
    title: 'Learn about order types',
    description: 'Answer three questions.',
    reward: 50,
    questions: ORDER_QUESTIONS,
  }),
  task(4, {
    kind: 'quiz',
    group: 'onboarding',
    title: 'Learn about security',
    description: 'Answer three questions.',
    reward: 50,
    questions: SECURITY_QUESTIONS,
  }),
  task(5, {
    kind: 'first_trade',
    group: 'trade',
    title: 'Make your first trade',
    description: 'Buy or sell any coin.',
    reward: 200,
  }),
  task(6, {
    kind: 'trade_volume',
    group: 'trade',
    title: 'Trade 1,000 USDT',
    description: 'All your trades count, in any pair.',
    reward: 300,
    target: 1_000,
    after: FIRST_TRADE,
  }),
  task(7, {
    kind: 'invite_n',
    group: 'social',
    title: 'Invite 3 friends',
    description: 'Friends count after their first trade of at least 100 USDT.',
    reward: 150,
    target: 3,
  }),
  task(8, {
    kind: 'convert',
    group: 'trade',
    title: 'Convert a coin',
    description: 'Exchange one coin for another in a single step.',
    reward: 50,
  }),
  task(9, {
    kind: 'first_deposit',
    group: 'onboarding',
    title: 'Make your first deposit',
    description: 'Deposit any coin.',
    reward: 200,
  }),
  task(10, {
    kind: 'verify_identity',
    group: 'onboarding',
    title: 'Verify your identity',
    description: 'Your daily withdrawal limit goes up.',
    reward: 300,
  }),
]
