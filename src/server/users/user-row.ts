import type { Tables } from '../postgres/tables.ts'

export type User = Tables['users']
