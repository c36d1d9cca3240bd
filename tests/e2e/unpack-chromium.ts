// A program of its own, because the package unpacks into whatever TMPDIR its process was given.
import { join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'

await chromium.executablePath()
// Outside of a cloud function it leaves out the libraries it needs where the system has none.
const [packed = ''] = process.argv.slice(2)
await inflate(join(packed, 'al2023.tar.br'))
