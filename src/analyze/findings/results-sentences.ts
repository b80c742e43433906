import { isPerson, pairOf } from '../../domain/people/person.ts';
import type { Finding } from '../../domain/results/finding.ts';
import { isTested, type VerdictWord, verdictTexts } from '../../domain/results/verdict-words.ts';
import { counted } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';

const maxNames = 3;

/** Maximum length of the names before "and 13 other models": a question with longer names does not fit in a line. */
const maxNamesLength = 24;

/** Returns names of models as a phrase: "ada, bo and cy", "ada, bo and 3 other models", or "15 models" with long names. */
export function namesText(models: readonly string[]): string {
  const names = [...new Set(models)].map((name) =>
    oneLine(name.replace(/^(bundled|simulated|recorded|person|own)\//, '').replace(/\?.*$/, ''), 40),
  );
  if (names.length < 2) return names.join('');
  const shown = names.length > maxNames ? names.slice(0, maxNames - 1) : names.slice(0, -1);
  if (names.length > maxNames && shown.join('').length > maxNamesLength) return `${names.length} ${allText(models)}`;
  const last = names.length > maxNames ? `${names.length - shown.length} ${othersText(models)}` : names.at(-1);
  return `${shown.join(', ')} and ${last}`;
}

function allText(models: readonly string[]): string {
  if (!models.some(isPerson)) return 'models';
  return models.every(isPerson) ? 'people' : 'models and people';
}

function othersText(models: readonly string[]): string {
  if (!models.some(isPerson)) return 'other models';
  return models.every(isPerson) ? 'other people' : 'others';
}

/** Returns the question of results, with the names of the models. */
export function questionText(models: readonly string[]): string {
  const count = new Set(models).size;
  const [first = ''] = models;
  const pair = count === 1 ? pairOf(first) : null;
  if (pair !== null) return `Can ${namesText([pair.predicts])} predict ${namesText([pair.answers])}?`;
  if (count === 0) return 'Can language models predict themselves?';
  return `Can ${namesText(models)} predict ${count > 1 || isPerson(first) ? 'themselves' : 'itself'}?`;
}

/** Returns the answer in one sentence: how many scores are above the best constant answer, and how all others stand. */
export function answerText(findings: readonly Finding[]): string {
  const tested = findings.filter(({ verdict }) => isTested(verdict));
  if (findings.length === 0) return 'No experiment here has a verdict: its scores stand beside their references.';
  const constant = findings.filter(({ verdict }) => verdict === 'one-value').length;
  if (tested.length === 0 && constant > 0)
    return constant === findings.length
      ? `No score is shown: almost all predictions of ${constant === 1 ? 'the score' : 'each score'} are one value.`
      : `None of ${scoresText(findings.length)} has a verdict: predictions of ${constant} are one value, and ${findings.length - constant} without enough usable items.`;
  if (tested.length === 0)
    return findings.length === 1
      ? 'The score has too few usable items for a verdict.'
      : `None of ${scoresText(findings.length)} has enough usable items for a verdict.`;
  const [first] = findings;
  if (findings.length === 1 && first !== undefined) return `The score is ${verdictTexts[first.verdict].text}.`;
  const count = (...words: readonly VerdictWord[]) => tested.filter(({ verdict }) => words.includes(verdict)).length;
  const above = count('above-constant', 'above-constant-and-others', 'above-constant-below-rule');
  const also = [
    [count('above-constant-and-others'), 'above others'],
    [count('above-constant-below-rule'), 'below the item rule'],
  ] as const;
  const tellApart = count('below-constant-tells-apart');
  // every score is in one of these counts, so that they add up
  const counts = [
    [above, `of ${scoresText(findings.length)} ${above === 1 ? 'is' : 'are'} above the best constant answer`, also],
    [count('below-constant', 'below-constant-tells-apart'), 'below it', [[tellApart, 'telling items apart']]],
    [count('not-above-tells-apart'), 'not above it, but telling items apart', []],
    [count('not-distinguishable'), 'not distinguishable from it', []],
    [constant, 'not shown, with predictions that are one value', []],
    [findings.length - tested.length - constant, 'without enough usable items', []],
  ] as const;
  const parts = counts
    .filter(([number], index) => index === 0 || number > 0)
    .map(([number, text, some]) => `${number} ${text}${ofThese(some)}`);
  return `${parts.join('; ')}.`;
}

/** Returns how many of a count are something else, too: ` (4 of these above others)`. */
function ofThese(parts: readonly (readonly [number, string])[]): string {
  const shown = parts.filter(([number]) => number > 0).map(([number, text]) => `${number} of these ${text}`);
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

function scoresText(count: number): string {
  return counted(count, 'score');
}

/** Returns which tests are adjusted together: `45 tests: 15 models × 3 tasks`. */
export function adjustedOverText(findings: readonly Finding[]): string {
  const tests = findings.filter(({ verdict }) => isTested(verdict)).length;
  if (tests === 0) return 'no test';
  if (tests === 1) return '1 test, which needs no adjustment';
  const names = new Set(findings.map(({ model }) => model));
  const tasks = new Set(findings.map(({ experiment }) => experiment)).size;
  const isWhole = tests === findings.length;
  if (isWhole && tests === names.size * tasks)
    return `${tests} tests: ${subjectsText([...names])} × ${counted(tasks, 'task')}`;
  return isWhole
    ? `${tests} tests: one for each score`
    : `${tests} tests (${findings.length - tests} of ${findings.length} scores cannot be tested)`; // several runs have the same models and tasks
}

/** Returns how many language models, people and pairs there are: `1 person and 2 models`. */
function subjectsText(names: readonly string[]): string {
  const pairs = names.filter((name) => pairOf(name) !== null).length;
  const people = names.filter(isPerson).length - pairs;
  const kinds = [
    [people, 'person', 'people'],
    [pairs, 'pair', 'pairs'],
    [names.length - people - pairs, 'model', 'models'],
  ] as const;
  const parts = kinds.filter(([count]) => count > 0).map(([count, one, several]) => counted(count, one, several));
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((text) => text !== '').join(' and ');
}
