import { liabilitiesText } from '../../text/liabilities.ts'

/** `2026-11-22 00:05 UTC`: a report has the same time for all readers. */
export const utcTime = (iso: string): string => liabilitiesText.report.utc(iso.slice(0, 16).replace('T', ' '))
