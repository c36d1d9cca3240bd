// Maps rot: every path that a document names must exist.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Complaint, root } from './source.ts'

const folders = /(?<![\w./-])(?:src|tests|public|\.ci)\/[\w./-]*[\w/]/g
const quoted = /`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|md|json|sql|html|css)|(?:[\w.-]+\/)+)`/g

/** Paths may be written from the root or from `src/`. */
export function checkDocument(path: string, text: string): readonly Complaint[] {
  return text.split('\n').flatMap((line, index) => {
    const named = [...line.matchAll(folders)].map((match) => match[0])
    const inQuotes = [...line.matchAll(quoted)].map((match) => match[1] ?? '')
    const missing = [...new Set([...named, ...inQuotes])].filter((each) => !exists(each))
    return missing.map((each) => ({ path, line: index + 1, what: `names ${each}, which does not exist` }))
  })
}

const exists = (path: string): boolean =>
  // Folders that a clone does not have, but a run makes.
  /^(node_modules|dist|\.data)\//.test(path) || existsSync(join(root, path)) || existsSync(join(root, 'src', path))
