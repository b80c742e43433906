/** Returns a time in ISO format to the minute, with its zone: `2026-01-31 09:05 UTC`. */
export function utcMinute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
