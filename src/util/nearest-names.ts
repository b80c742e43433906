import { distance } from 'fastest-levenshtein';

const mostNames = 3;

/** Returns the known names that a mistyped name probably meant, nearest first; at most three, possibly none. */
export function nearestNames(name: string, known: readonly string[]): readonly string[] {
  const typed = name.toLowerCase();
  const away = (candidate: string) => {
    const plain = candidate.toLowerCase();
    if (plain.startsWith(typed) && typed !== '') return 0.5;
    return isSwapped(typed, plain) ? 0.75 : distance(typed, plain);
  };
  return known
    .map((candidate) => ({ candidate, distance: away(candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, mostNames)
    .map(({ candidate }) => candidate);
}

/** Returns whether two texts differ by two neighboring characters that changed places, the commonest slip. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((character, index) => character !== other[index]);
  return at >= 0 && one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}
