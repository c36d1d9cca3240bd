/** Accounts whose stored rows differ from the record: the database was changed behind the server's back. */

import { z } from 'zod'
import { isUuid, type UserId } from '../../contract/ids.ts'
import { isRefused } from '../../contract/refusals.ts'
import { accountOf, accounts, activeFreezes } from '../../engine/exchange.ts'
import type { AccountRecord } from '../users/account-record.ts'
import { type ActionDeps, changing, reading } from './action.ts'
import type { Table } from './protocol.ts'
import { findUser, userName } from './standing-actions.ts'

const input = z.strictObject({ user: userName })

const OTHER_SECRETS =
  'Its password, 2FA, recovery codes or sessions are not those recorded. If the account is accepted, they are removed: the user sets a new password with the link of a reset email, and 2FA again.'

const NO_ACCOUNT =
  'It has no account: nobody registered it, or its registration is among rows of the journal that are lost. `accounts accept` opens one without money, `accounts remove` deletes the rows.'

const UNCONFIRMED =
  'The email address is not confirmed: until its owner confirms it in the app, it gets no security notifications. Ask the owner to do so.'

export const accountActions = {
  'list-accounts': reading(z.strictObject({}), async ({ sequencer, unopened }) => {
    const frozen = await sequencer.read((state) =>
      [...accounts(state)].flatMap(({ user, freezes }) =>
        activeFreezes(freezes, state.at)
          .filter(({ origin }) => origin === 'integrity')
          .map(({ since }) => [user, new Date(since).toISOString()]),
      ),
    )
    const rows = [...frozen, ...(await unopened.list()).map((user) => [user, 'has no account'])]
    return [rows.length === 0 ? 'All accounts are as recorded.' : [['user', 'differs since'], ...rows]]
  }),

  'show-account': reading(input, async (deps, { user }) => {
    const id = await findStored(deps, user)
    if (typeof id !== 'string') return id
    const { stored, mark, problem, hasSecrets } = await deps.records.inspect(id)
    const state = problem ?? 'its rows are as recorded, or were put back'
    if (stored === undefined) return [`${id}: ${state}.`]
    const isOpen = await deps.sequencer.read((all) => accountOf(all, id) !== undefined)
    const notes = [...(isOpen ? [] : [NO_ACCOUNT]), ...(hasSecrets ? [] : [OTHER_SECRETS]), ...unusable(stored)]
    return [`${id}: ${state}.`, tableOf(stored), ...notes, `MARK: ${mark}`]
  }),

  'accept-account': changing(input.extend({ mark: z.string() }), async (deps, { user, mark }, by) => {
    const id = await findStored(deps, user)
    if (typeof id !== 'string') return id
    const accepted = (await deps.unopened.open(id, mark)) ?? (await deps.records.accept(id, mark, by))
    if (isRefused(accepted)) return accepted
    const notes = accepted.user.email === null || accepted.user.email_confirmed ? [] : [UNCONFIRMED]
    return ['The account is recorded as it is stored, and can be used again:', tableOf(accepted), ...notes]
  }),

  'remove-account': changing(input.extend({ mark: z.string() }), async (deps, { user, mark }, by) => {
    const id = await findStored(deps, user)
    if (typeof id !== 'string') return id
    return (await deps.unopened.remove(id, mark, by)) ?? ['The rows of this user are deleted.']
  }),
}

/** Also one without an account, by its uuid. */
const findStored = async (deps: ActionDeps, user: string): ReturnType<typeof findUser> =>
  isUuid(user) && (await deps.records.inspect(user as UserId)).stored !== undefined
    ? (user as UserId)
    : findUser(deps, user)

/** Email addresses, Google accounts and addresses of chains are printable ASCII: anything else can look like another one. */
const unusable = ({ user, addresses }: AccountRecord): string[] =>
  [user.email, user.google_sub, ...addresses.map(({ address }) => address)].flatMap((text) =>
    text === null || /^[!-~]+( [!-~]+)*$/.test(text)
      ? []
      : [
          `${escaped(text)} has characters that can be invisible or look like others: nobody can use it as it is stored.`,
        ],
  )

const escaped = (text: string): string =>
  JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** No time that another program stored is outside of what a date can be. */
const time = (millis: number | null): string => (millis === null ? '' : new Date(millis).toISOString())

function tableOf({ user, secondFactor, recoveryCodes, addresses }: AccountRecord): Table {
  const unused = recoveryCodes.filter(({ usedAt }) => usedAt === null).length
  return [
    ['what', 'stored', 'since'],
    ['registered', '', time(user.created_at)],
    ['email', user.email ?? '', time(user.email_since)],
    ['email confirmed', user.email_confirmed ? 'yes' : 'no', ''],
    ['password', user.password_hash === null ? '' : 'set', time(user.password_changed_at ?? user.password_since)],
    ['Telegram', String(user.telegram_id ?? ''), time(user.telegram_since)],
    ['former Telegram, until', String(user.former_telegram_id ?? ''), time(user.former_telegram_until)],
    ['Google', user.google_sub ?? '', time(user.google_since)],
    ['2FA', secondFactor === null ? 'off' : 'on', time(secondFactor?.enabledAt ?? null)],
    ['recovery codes', `${unused} unused`, ''],
    ['only saved addresses', user.whitelist_only ? 'yes' : 'no', ''],
    ['withdrawals on hold until', time(user.withdraw_hold_until), ''],
    ...addresses.map(({ label, address, memo, network_id, currency_id, created_at, active_at }) => [
      `address "${label}", network ${network_id}${currency_id === null ? '' : `, coin ${currency_id}`}`,
      `${memo === null ? address : `${address} ${memo}`}, usable from ${time(active_at)}`,
      time(created_at),
    ]),
  ]
}
