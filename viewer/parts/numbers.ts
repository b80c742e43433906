/** Returns a share or correlation with three decimals. */
export function number(value: number | null): string {
  return value === null ? 'n/a' : value.toFixed(3).replace('-', '−');
}

/** Returns a share in percent. */
export function percent(value: number | null): string {
  return value === null ? 'n/a' : `${Math.round(value * 100)} %`;
}

/** Returns `[low, high]`; empty without an interval. */
export function range(interval: readonly [number, number] | null): string {
  return interval === null ? '' : `[${number(interval[0])}, ${number(interval[1])}]`;
}

/** Returns a duration in seconds as text. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** A number with commas between thousands, to at most one decimal place. */
export function count(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 10) / 10).split('.'); // `toLocaleString` loads slowly
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...(decimals === undefined ? [] : [decimals])].join('.');
}

/** Returns day and time in the reader's time zone. */
export function when(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
