/** Returns a number with a fixed number of decimals and a minus sign (−); a number that rounds to zero has no sign. */
export function fixed(value: number, places: number): string {
  const text = value.toFixed(places);
  return text.replace('-', Number(text) === 0 ? '' : '−');
}

/** Returns a difference with its sign: `+21`, `−17`, `0`. */
export function signedText(value: number, places: number): string {
  const text = fixed(value, places);
  return Number(value.toFixed(places)) > 0 ? `+${text}` : text;
}

/** Returns a share in percent: `63.5 %`. */
export function percentText(share: number, places = 1): string {
  return `${fixed(100 * share, places)} %`;
}

/** Returns a difference of shares in points with its sign: `+3.2 points`. */
export function pointsText(difference: number): string {
  return `${signedText(100 * difference, 1)} points`;
}

/** Returns the interval of a share in percent, or of a difference of shares in points: `[−1.0, 7.4]`. */
export function pointsRange(interval: readonly [number, number]): string {
  return `[${interval.map((end) => fixed(100 * end, 1)).join(', ')}]`;
}

/** Returns a share or correlation with three decimals (0.512); `n/a` for null. */
export function fraction(value: number | null): string {
  return value === null ? 'n/a' : fixed(value, 3);
}

/** Levels that a p is compared with: two-sided and one-sided. */
const levels = [0.05, 0.025] as const;

/**
 * Returns a p value, such as `0.012` or `< 0.001`: three decimals, and more where they would put it at a level that it misses, so that
 * no p contradicts the word beside it (`0.0501`).
 */
export function pText(p: number): string {
  if (p < 0.001) return '< 0.001';
  let places = 3;
  while (places < 9 && levels.some((level) => p > level && Number(p.toFixed(places)) <= level)) places += 1;
  return fixed(p, places);
}

/** Returns a p value for a sentence, such as `= 0.012` or `< 0.001`. */
export function pRelation(p: number): string {
  const text = pText(p);
  return text.startsWith('<') ? text : `= ${text}`;
}

/** Returns `[low, high]` with three decimals; empty without an interval. */
export function fractionRange(interval: readonly [number, number] | null): string {
  return interval === null ? '' : `[${fraction(interval[0])}, ${fraction(interval[1])}]`;
}

export function dollars(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}

/** Returns a duration in seconds as text: 42 s, 3 min 5 s, 2 h 10 min. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** Returns a number with its noun: `1 item`, `2,700 items`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

/** Returns a number of bytes with a unit of the decimal system: `512 B`, `1.8 kB`, `27 MB`. */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 10 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Returns a time in ISO format to the minute, with its zone: `2026-01-31 09:05 UTC`. */
export function utcMinute(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
