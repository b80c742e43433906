import { defaultStoreLocation } from '../../store/location.ts';
import { hideCredentials } from '../../util/text.ts';

/** Returns the `--store` flag to repeat in a suggested command, without a password; empty for the default store. */
export function storeFlag(location: string | undefined): string {
  if (location === undefined || location === defaultStoreLocation()) return '';
  const shown = hideCredentials(location);
  if (shown !== location) return ' --store "$SEB_STORE" (with its URL in SEB_STORE)';
  return ` --store ${shellWord(shown)}`;
}

/** Quotes a text for a POSIX shell when it needs quotes. */
export function shellWord(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
