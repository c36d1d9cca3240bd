/** The pictures of invitations: of a message and of a story in Telegram. */

import { join } from 'node:path'
import { root } from '../tidy/source.ts'

export type Picture = {
  readonly width: number
  readonly height: number
  readonly source: string
  readonly drawn: string
}

const picture = (name: string, width: number, height: number): Picture => ({
  width,
  height,
  source: join(root, 'src', 'pictures', `${name}.svg`),
  drawn: join(root, 'public', `${name}.jpg`),
})

export const PICTURES: readonly Picture[] = [picture('invite', 1200, 630), picture('story', 1080, 1920)]
