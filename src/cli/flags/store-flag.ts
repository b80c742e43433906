import { defaultStoreLocation } from '../../store/location.ts';
import { shellWord } from '../../util/shell-word.ts';
import { hideCredentials } from '../../util/text.ts';

/**
 * Returns the `--store` flag to repeat in a suggested command, without a password; empty for the default store, and for a URL with
 * a password that the environment already gives.
 */
export function storeFlag(location: string | undefined): string {
  if (location === undefined || location === defaultStoreLocation()) return '';
  const shown = hideCredentials(location);
  if (shown !== location)
    return location === process.env.SEB_STORE ? '' : ' --store "$SEB_STORE" # with its URL in SEB_STORE';
  return ` --store ${shellWord(shown)}`;
}
