import { type Refusal, refuse } from '../../contract/refusals.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { AcceptCredentials, CredentialsChanged } from './commands.ts'
import { activeFreezes } from './freeze.ts'
import { accountOf } from './views.ts'

type Command = CredentialsChanged | AcceptCredentials

function refuseCredentials(state: State, { user, version }: Command): Refusal | undefined {
  const account = accountOf(state, user)
  if (account === undefined) return refuse('ACCOUNT_NOT_FOUND')
  return version > account.credentials.version ? undefined : refuse('CREDENTIALS_OUTDATED')
}

function record(execution: Execution, { user, version, digest }: Command): void {
  emit(execution, { type: 'credentials-recorded', at: execution.at, user, version, digest })
}

export const changeCredentials = { refuse: refuseCredentials, perform: record }

export const acceptCredentials = {
  refuse: refuseCredentials,
  perform(execution: Execution, command: AcceptCredentials): void {
    record(execution, command)
    const { at, state } = execution
    const freezes = accountOf(state, command.user)?.freezes ?? []
    for (const { origin } of activeFreezes(freezes, at))
      if (origin === 'integrity')
        emit(execution, { type: 'account-unfrozen', at, user: command.user, origin, liftsAt: at })
  },
}
