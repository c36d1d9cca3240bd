import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.end())

test('every database of a world is empty, migrated and its own', async () => {
  const [first, second] = await Promise.all([world.newDatabase(), world.newDatabase()])
  await first.kysely.insertInto('settings').values({ name: 'key', value: 'secret' }).execute()
  expect(await second.kysely.selectFrom('settings').selectAll().execute()).toEqual([])
  const ids = await Promise.all(
    [first, second].map(({ kysely }) => kysely.selectFrom('journal_identity').select('id').executeTakeFirstOrThrow()),
  )
  expect(ids[0]?.id).not.toBe(ids[1]?.id)
})
