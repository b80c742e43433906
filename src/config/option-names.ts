/** Returns the flag of an option, without dashes before it: `max-output-tokens`. */
export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

/** Returns the hint beside an invalid value: it may come from a forgotten environment variable. */
export function whereSaid(key: string): string {
  return `the flag or the variable ${variableName(key)} sets it; see \`seb run --help\``;
}

export function variableName(key: string): string {
  return `SEB_${flagName(key).replaceAll('-', '_').toUpperCase()}`;
}
