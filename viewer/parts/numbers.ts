/** Returns a share in percent. */
export function percent(value: number | null): string {
  return value === null ? 'n/a' : `${Math.round(value * 100)} %`;
}

/** A number with commas between thousands, to at most one decimal place. */
export function count(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 10) / 10).split('.'); // `toLocaleString` loads slowly
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...(decimals === undefined ? [] : [decimals])].join('.');
}

/** Returns day and time in the reader's time zone, with the zone. */
export function when(iso: string): string {
  return new Date(iso).toLocaleString('en', {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  });
}
