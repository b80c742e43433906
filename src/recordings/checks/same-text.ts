import { oneForm } from '../../data/one-form.ts';
import type { CheckFinding } from '../../results/row-check.ts';
import { oneLine } from '../../util/text.ts';
import type { RecordedLog, ScoredRow } from '../recording.ts';
import { type CheckedSide, findingOn } from './checked-side.ts';
import { wrongUnanswered } from './unanswered.ts';

/** Characters of the longest text that may be a fixed one: `I don't know`, `refused`. */
const maxLength = 80;
/** Fewest rows with one text and share of a model's rows from which on it is named, and share of these that must be wrong. */
const [minRows, minShare, minWrong] = [10, 0.2, 0.95];

function isWrong({ outcome }: ScoredRow): boolean {
  return outcome.kind === 'scored' && outcome.value === 0;
}

const knownKeys = new WeakMap<RecordedLog, ReadonlySet<string>>();

function keysOf(log: RecordedLog): ReadonlySet<string> {
  const known = knownKeys.get(log);
  if (known !== undefined) return known;
  const keys = new Set([...log.items.values()].flatMap(({ key }) => (key === null ? [] : [oneForm(key)])));
  knownKeys.set(log, keys);
  return keys;
}

/** Returns the form of an answer that may be a fixed text; null of any other row. */
function fixedForm({ answer, outcome }: ScoredRow): string | null {
  if (answer === null || answer.length > maxLength || outcome.kind !== 'scored') return null;
  return oneForm(answer) || null;
}

/**
 * Names a short text that stands in many answers of a model and is hardly ever right: `I don't know`. It is none where it is the right
 * answer of an item, or right for other models of the log: then it is an option that the model prefers.
 */
export function checkSameText(side: CheckedSide): readonly CheckFinding[] {
  if (side.log.isOfRun) return []; // its answers are what was read of them: `true` and `false`
  const missing = wrongUnanswered(side);
  const forms = Map.groupBy(
    side.rows.filter((row) => !missing.has(row)),
    fixedForm,
  );
  return [...forms].flatMap(([form, rows]) => {
    const wrong = rows.filter(isWrong);
    const [first] = rows;
    if (form === null || first === undefined || keysOf(side.log).has(form)) return [];
    if (rows.length < Math.max(minRows, minShare * side.rows.length) || wrong.length < minWrong * rows.length)
      return [];
    const all = side.log.rows.filter((row) => row.score === side.score && fixedForm(row) === form);
    if (all.filter(isWrong).length < minWrong * all.length) return [];
    return [
      findingOn(side, rows, {
        ...{ check: 'same text', kind: 'limit', changesRows: false },
        found: `${rows.length} of ${side.rows.length} answers are one text, "${oneLine((first.answer ?? '').trim(), maxLength)}", of which ${wrong.length} are scored as wrong`,
        effect: 'they count as wrong; where the text says that nothing is answered, a confidence may tell only that',
      }),
    ];
  });
}
