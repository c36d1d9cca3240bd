/** Text that an operator sends is stored only as free text, which PostgreSQL stores as it is. */

import type { Finding, Source } from './source.ts'

const FOLDER = 'src/server/operator/'
const TEXT = /(\w+)(?:: | = )(?:[\w.]+\()*z\s*\.string\(\)((?:\s*\.\w+\([^()]*(?:\([^()]*\)[^()]*)*\))*)/g
const CHECKED = /\.(?:regex|transform|refine|pipe)\(/

/** Compared or looked up, and never stored as they are. */
const NOT_STORED = new Set([
  ...['action', 'input', 'mark', 'networkCode', 'code', 'coin', 'gasCoin', 'contract', 'address', 'publicKey'],
  ...['userName', 'uuid'],
])

export const checkOperatorTexts = (sources: readonly Source[]): readonly Finding[] =>
  sources
    .filter(({ path }) => path.startsWith(FOLDER))
    .flatMap(({ path, text }) =>
      [...text.matchAll(TEXT)].flatMap((match) => {
        const [, name = '', chain = ''] = match
        if (CHECKED.test(chain) || NOT_STORED.has(name)) return []
        const line = text.slice(0, match.index).split('\n').length
        return [{ path, line, what: `${name} may have any characters: use freeText of contract/free-text.ts` }]
      }),
    )
