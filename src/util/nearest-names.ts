import { distance } from 'fastest-levenshtein';

const mostNames = 3;

/** Returns the known names that a mistyped name probably meant, nearest first; at most three, possibly none. */
export function nearestNames(name: string, known: readonly string[]): readonly string[] {
  const typed = name.toLowerCase();
  const away = (candidate: string) => {
    const plain = candidate.toLowerCase();
    return plain.startsWith(typed) && typed !== '' ? 0.5 : distance(typed, plain);
  };
  return known
    .map((candidate) => ({ candidate, distance: away(candidate) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, mostNames)
    .map(({ candidate }) => candidate);
}
