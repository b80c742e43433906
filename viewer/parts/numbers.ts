/** Returns a share in percent. */
export function percent(value: number | null): string {
  return value === null ? 'n/a' : `${Math.round(value * 100)} %`;
}

/** A number with commas between thousands, to at most one decimal place. */
export function count(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 10) / 10).split('.'); // `toLocaleString` loads slowly
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...(decimals === undefined ? [] : [decimals])].join('.');
}
