import type { UserId } from '../../contract/ids.ts'
import type { State } from '../state.ts'

/** 0: not verified; 1: verified. */
export const levelOf = ({ levels }: State, user: UserId): number => levels.get(user)?.level ?? 0
