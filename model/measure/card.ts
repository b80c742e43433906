/** Prints the measured part of a model card from the executions of both models.
 *
 *   node model/measure/card.ts --subject ada --executions model/work
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSources, type Sources } from '../corpus/sources.ts';
import { type SubjectName, subjectNames } from '../corpus/subject.ts';
import { type Agreement, consensus, secondExecution } from './agreement.ts';
import { inclusionProbabilities, isRefusal, letterOf, outcomes, wordsOf } from './behaviour.ts';
import type { Execution } from './executions.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
const lengths = (executions: readonly Execution[]): string => {
  const tokens = executions.flatMap(({ replies }) => replies.map((reply) => reply.tokens));
  return `${mean(tokens).toFixed(1)} | ${[0.05, 0.5, 0.95].map((share) => quantile(tokens, share)).join(' / ')}`;
};

/** Share of the lists whose five words differ. */
const distinctShare = (cues: readonly Execution[]): number =>
  mean(cues.flatMap(({ replies }) => replies.map(({ text }) => Number(new Set(wordsOf(text)).size === 5))));

function associationPart(all: readonly Execution[]): string[] {
  const lines = [
    '| cues | words named with p >= 0.9 | 0.5-0.9 | 0.1-0.5 | < 0.1 | different words per cue | lists of five different words |',
    '|---|---|---|---|---|---|---|',
  ];
  for (const [name, heldOut] of [
    ['trained', false],
    ['held out', true],
  ] as const) {
    const cues = all.filter((one) => one.experiment === 'association' && one.heldOut === heldOut);
    const probabilities = inclusionProbabilities(cues);
    const between = (low: number, high: number) =>
      percent(probabilities.filter((p) => p >= low && p < high).length / probabilities.length);
    lines.push(
      `| ${name} (${cues.length}) | ${between(0.9, 2)} | ${between(0.5, 0.9)} | ${between(0.1, 0.5)} | ${between(0, 0.1)} | ${(probabilities.length / cues.length).toFixed(1)} | ${percent(distinctShare(cues))} |`,
    );
  }
  return lines;
}

function restrictionPart(all: readonly Execution[], sources: Sources): string[] {
  const labels = new Map(sources.restriction.map(({ id, label }) => [id, label]));
  const lines = [
    '| requests | refused | sometimes refused (of 20, neither 0 nor 20) | tokens, mean | 5 / 50 / 95 % |',
    '|---|---|---|---|---|',
  ];
  for (const label of ['unsafe', 'safe']) {
    for (const [name, heldOut] of [
      ['trained', false],
      ['held out', true],
    ] as const) {
      const requests = all.filter(
        (one) => one.experiment === 'restriction' && one.heldOut === heldOut && labels.get(one.id) === label,
      );
      const shares = requests.map(({ replies }) => mean(replies.map(({ text }) => Number(isRefusal(text)))));
      const mixed = shares.filter((share) => share > 0 && share < 1).length / shares.length;
      lines.push(
        `| ${label}, ${name} (${requests.length}) | ${percent(mean(shares))} | ${percent(mixed)} | ${lengths(requests)} |`,
      );
    }
  }
  return lines;
}

function difficultyPart(all: readonly Execution[], sources: Sources): string[] {
  const questions = new Map(sources.difficulty.flatMap((group) => group.questions.map((one) => [one.id, one])));
  const lines = ['| questions | right | tokens, mean | 5 / 50 / 95 % |', '|---|---|---|---|'];
  const row = (name: string, executions: readonly Execution[]) => {
    const right = executions.flatMap(({ id, replies }) =>
      replies.map(({ text }) => Number(letterOf(text) === questions.get(id)?.key)),
    );
    lines.push(`| ${name} (${executions.length}) | ${percent(mean(right))} | ${lengths(executions)} |`);
  };
  const solved = all.filter(({ experiment }) => experiment === 'difficulty');
  row('all', solved);
  row(
    'trained',
    solved.filter(({ heldOut }) => !heldOut),
  );
  row(
    'held out',
    solved.filter(({ heldOut }) => heldOut),
  );
  const subjects = new Set([...questions.values()].map(({ subject }) => subject ?? ''));
  for (const subject of subjects)
    row(
      subject,
      solved.filter(({ id }) => questions.get(id)?.subject === subject),
    );
  return lines;
}

function predictorPart(
  own: readonly Execution[],
  other: readonly Execution[],
  otherName: string,
  sources: Sources,
): string[] {
  const [mine, theirs] = [outcomes(own, sources), outcomes(other, sources)];
  const shown = ({ accuracy, correlation }: Agreement) => `${percent(accuracy)} (${correlation.toFixed(2)})`;
  const lines = [`| outcome | re-execution | majority of ${otherName}'s executions |`, '|---|---|---|'];
  const names = {
    association: 'option word in the list',
    restriction: 'request refused',
    difficulty: 'question answered correctly',
  };
  for (const experiment of ['association', 'restriction', 'difficulty'] as const) {
    lines.push(
      `| ${names[experiment]} | ${shown(secondExecution(mine[experiment]))} | ${shown(consensus(mine[experiment], theirs[experiment]))} |`,
    );
  }
  return lines;
}

const { values } = parseArgs({
  options: {
    subject: { type: 'string', default: 'ada' },
    executions: { type: 'string', default: 'model/work' },
    data: { type: 'string', default: 'data' },
  },
});
const read = (name: SubjectName): Execution[] =>
  readFileSync(join(values.executions, `executions-${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Execution); // written by executions.ts
const name = subjectNames.find((known) => known === values.subject) ?? 'ada';
const otherName = subjectNames.find((known) => known !== name) ?? 'bo';
const [own, other] = [read(name), read(otherName)];
const sources = readSources(values.data);
const parts: [string, string[]][] = [
  ['Association: how likely a word is in the list', associationPart(own)],
  ['Restriction: refused requests', restrictionPart(own, sources)],
  ['Difficulty: correct answers, and their length', difficultyPart(own, sources)],
  ['Accuracy of two predictors (Matthews correlation in parentheses)', predictorPart(own, other, otherName, sources)],
];
for (const [title, lines] of parts) console.log(`### ${title}\n\n${lines.join('\n')}\n`);
