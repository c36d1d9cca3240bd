/** More work is waiting than this machine can do soon; callers answer 429. */
export class TooBusy extends Error {}
