import { useCallback, useSyncExternalStore } from 'react';
import { sum } from '../../src/stats/moments.ts';

/** Widths in `rem`: beside the columns of a row (margins of page and row, scroll bar), between two columns, and of the narrowest table. */
const [margins, gap, narrowest] = [4.3, 0.7, 53.75];

/** Returns whether the window is too narrow for columns of these minimum widths in `rem`, so that rows are shown as cards. */
export function useNarrow(widths: readonly number[]): boolean {
  const needed = sum(widths) + gap * (widths.length - 1) + margins;
  const query = `(max-width: ${Math.max(needed, narrowest)}rem)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const narrow = matchMedia(query);
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
