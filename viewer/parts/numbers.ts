/** A share or correlation to three places. */
export function number(value: number | null): string {
  return value === null ? 'n/a' : value.toFixed(3).replace('-', '−');
}

/** A share in percent. */
export function percent(value: number | null): string {
  return value === null ? 'n/a' : `${Math.round(value * 100)} %`;
}

/** `[low, high]`, or nothing. */
export function range(interval: readonly [number, number] | null): string {
  return interval === null ? '' : `[${number(interval[0])}, ${number(interval[1])}]`;
}

/** Seconds as a person says them. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** A day and time of the reader's own clock. */
export function when(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
