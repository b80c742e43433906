import type {
  BestOtherEntry,
  Comparison,
  ComparisonMatrix,
  DifferenceEntry,
  SelfAdvantageEntry,
} from '../analyse/comparison.ts';
import { shortNames } from '../figure/short-names.ts';
import { fraction, harmless, oneLine, table } from '../util/text.ts';
import { measureName } from './experiment-notes.ts';

const longestName = 32; // columns
const mostDifferences = 8; // lines an experiment

interface Compared {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
}

function signed(value: number): string {
  const text = fraction(value);
  return value > 0 && !/^\.?0*$/.test(text) ? `+${text}` : text;
}

function withInterval({ value, interval }: Compared): string {
  if (value === null) return 'n/a';
  return interval === null
    ? `${signed(value)} [n/a]`
    : `${signed(value)} [${fraction(interval[0])}, ${fraction(interval[1])}]`;
}

/** What a person reads: for each experiment who predicts whom, whether a model does so for itself best, and who is better. */
export function terminalComparison(comparison: Comparison): string {
  const places = new Map<string, { readonly experiment: string; readonly condition: string | undefined }>();
  for (const { experiment, condition } of [...comparison.self_advantage, ...comparison.beta]) {
    places.set(JSON.stringify([experiment, condition]), { experiment, condition });
  }
  const sections = [...places.values()].map((place) => {
    const here = <T extends { readonly experiment: string; readonly condition?: string }>(entries: readonly T[] = []) =>
      entries.filter(({ experiment, condition }) => experiment === place.experiment && condition === place.condition);
    return section({
      matrices: here(comparison.matrices),
      self_advantage: here(comparison.self_advantage),
      beta: here(comparison.beta),
      differences: [],
      best_other: here(comparison.best_other),
      divergent: here(comparison.divergent),
    });
  });
  return [...sections, differenceTable(comparison.differences), legend(comparison)]
    .filter((part) => part !== '')
    .join('\n\n');
}

function section(comparison: Comparison): string {
  const [first] = comparison.self_advantage;
  const title = first === undefined ? '' : `== ${first.experiment} (${harmless(first.condition ?? '')}) ==`;
  if (comparison.matrices.length === 0) {
    return `${title}\nnothing to compare: ${first?.reason ?? 'no outcomes'}`;
  }
  const [most] = comparison.matrices.toReversed(); // MCC where there is one: rates of "yes" do not move it
  const shown = comparison.matrices.map((matrix) => (matrix === most ? matrixText(matrix) : ''));
  return [
    title,
    ...shown.filter((text) => text !== ''),
    ...comparison.matrices
      .filter((matrix) => matrix === most)
      .map(({ measure }) => advantageTable(comparison, measure)),
    verdicts(comparison),
  ].join('\n\n');
}

function matrixText(matrix: ComparisonMatrix): string {
  const names = shortNames(matrix.models).map((name) => oneLine(name, longestName));
  const header = ['forecasts of \\ behaviour of', ...names.map((_, index) => String(index + 1))];
  const rows = names.map((name, predictor) => [
    `${index(predictor)} ${name}`,
    ...names.map((_, target) => {
      const text = fraction(matrix.values[predictor]?.[target] ?? null);
      return predictor === target ? `(${text})` : `${text} `;
    }),
  ]);
  const gone = matrix.models_left_out ?? [];
  const lines = [
    `who predicts whom, ${measureName(matrix.measure)}; in brackets: a model's forecasts of itself`,
    table(header, rows, ['left', ...names.map(() => 'right' as const)]),
    `${matrix.items} items with a forecast and an outcome of every model (${matrix.units ?? matrix.items} yes/no questions); ${matrix.left_out ?? 0} items left out`,
    ...(gone.length === 0 ? [] : [`not in the matrix, too few usable items: ${gone.map(harmless).join(', ')}`]),
  ];
  return lines.join('\n');
}

function index(number: number): string {
  return String(number + 1).padStart(2);
}

function advantageTable(comparison: Comparison, measure: string): string {
  const entries = comparison.self_advantage.filter((entry) => entry.measure === measure && entry.model !== 'all');
  const best = (model: string): BestOtherEntry | undefined =>
    comparison.best_other?.find((entry) => entry.measure === measure && entry.model === model);
  const rows = entries.map((entry) => {
    const other = best(entry.model);
    return [
      oneLine(entry.model, longestName),
      fraction(entry.own ?? null),
      fraction(entry.expected ?? null),
      withInterval(entry),
      fraction(other?.other ?? null),
      other === undefined ? 'n/a' : withInterval(other),
      String(entry.n),
    ];
  });
  const header = ['model', 'itself', 'expected', 'self-advantage', 'best other', 'itself - best other', 'n'];
  const reasons = new Set(
    entries.flatMap(({ value, reason }) => (value === null && reason !== undefined ? [reason] : [])),
  );
  return [
    table(header, rows, ['left', 'right', 'right', 'right', 'right', 'right', 'right']),
    ...[...reasons].map((reason) => `n/a: ${reason}`),
  ].join('\n');
}

function verdicts({ self_advantage, divergent = [], beta }: Comparison): string {
  const all = (entries: readonly SelfAdvantageEntry[], where: string) =>
    entries
      .filter(({ model }) => model === 'all')
      .map((entry, _, own) => {
        const said = movedByRates(entry, own)
          ? '- rates of "yes" that go together do this too: see MCC'
          : verdict(entry);
        return `${where}, ${measureName(entry.measure)}: ${withInterval(entry)} ${said} (n = ${entry.n} items)`;
      });
  const coefficients = beta.map((entry) => {
    const held =
      entry.controls === undefined || entry.controls.length === 0 ? '' : `, ${entry.controls.join(' and ')} held fixed`;
    const value =
      entry.value === null ? `n/a: ${entry.reason ?? 'unknown'}` : `${withInterval(entry)} log odds ${verdict(entry)}`;
    return `self-access beta${held}: ${value} (n = ${entry.n ?? 0} items)`;
  });
  return [
    ...all(self_advantage, 'forecasts of oneself less forecasts of others'),
    ...all(divergent, 'the same where models behave differently'),
    ...coefficients,
  ].join('\n');
}

/** An accuracy that is not 0 shows nothing of self-knowledge by itself: how often models say "yes" and do "yes" moves it. */
function movedByRates({ measure, interval }: SelfAdvantageEntry, own: readonly SelfAdvantageEntry[]): boolean {
  const hasMcc = measure !== 'mcc' && own.some((other) => other.measure === 'mcc');
  return hasMcc && interval !== null && (interval[0] > 0 || interval[1] < 0);
}

function verdict({ value, interval, reason }: Compared & { readonly reason?: string }): string {
  if (value === null) return `- ${reason ?? 'unknown'}`;
  if (interval === null) return '- too few items for an interval';
  if (interval[0] > 0) return '- models foretell themselves better than others foretell them';
  return interval[1] < 0 ? '- models foretell themselves worse than others foretell them' : '- not told from none';
}

function differenceTable(differences: readonly DifferenceEntry[]): string {
  if (differences.length === 0) return '';
  const shown = [...Map.groupBy(differences, ({ experiment }) => experiment).values()].flatMap((entries) =>
    entries.toSorted(byEvidence).slice(0, mostDifferences),
  );
  const rows = shown.map((entry) => [
    entry.experiment,
    measureName(entry.measure),
    oneLine(entry.a, longestName),
    oneLine(entry.b, longestName),
    withInterval(entry),
    chance(entry.p),
    chance(entry.p_holm),
    String(entry.n),
  ]);
  const header = ['experiment', 'score', 'first', 'second', 'first - second', 'p', 'p (Holm)', 'n'];
  const rest = differences.length - shown.length;
  const real = differences.filter(({ p_holm: p }) => p !== null && p < 0.05).length;
  return [
    '== who scores higher about itself (paired by item) ==',
    '',
    table(header, rows, ['left', 'left', 'left', 'left', 'right', 'right', 'right', 'right']),
    `${real} of ${differences.length} differences hold at 5 % after Holm's correction${rest > 0 ? `; ${rest} more with --json` : ''}`,
  ].join('\n');
}

/** Smallest p first, then the largest difference. */
function byEvidence(a: DifferenceEntry, b: DifferenceEntry): number {
  return (a.p ?? 2) - (b.p ?? 2) || Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0);
}

function chance(p: number | null): string {
  if (p === null) return 'n/a';
  return p < 0.0001 ? '<.0001' : p.toFixed(4).replace(/^0/, '');
}

function legend({ notes = [] }: Comparison): string {
  return [
    "itself          the model's forecasts of itself, scored against what it did",
    'expected        what its strength as a forecaster and its predictability make likely (from forecasts of others)',
    'self-advantage  itself - expected; about 0 in MCC for a model that knows no more of itself than others do',
    'best other      the other model that foretells it best, chosen on one half of the items, scored on the other',
    'beta            log odds that a forecast is right, gained by being about oneself',
    'A difference of accuracies also holds how predictable each model is: MCC and self-advantage do less.',
    ...notes.map((note) => `- ${harmless(note)}`),
  ].join('\n');
}
