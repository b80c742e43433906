import { ranksSomeText } from '../../src/results/verdict.ts';
import { markdownTable } from '../results-page.ts';
import type { FrontierFacts, LifeEvalFacts, Measured, PairFacts, RecordingFacts } from './facts.ts';
import { type LadderFacts, ladderSection } from './ladder.ts';
import { type PageRow, pageRows } from './page-rows.ts';
import { prospectiveCounts } from './prospective.ts';
import { recordingNames } from './recordings.ts';

/** The page docs/results/frontier.md. */
export function frontierPage(facts: FrontierFacts, ladder: LadderFacts): string {
  const rows = facts.recordings.flatMap(pageRows);
  return `# What models of 2025 and 2026 state of their answers

Does the confidence that a model states with an answer fit whether that answer is right? ${new Set(rows.map(({ model }) => model)).size} models of ${new Set(rows.map(({ maker }) => maker)).size} makers in three public
recordings by Jon-Paul Cacioli, by [rules that were written down before the numbers](frontier-plan.md). What is stated with or after an
answer predicts nothing before it.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="./frontier.dark.svg">
  <img src="./frontier.svg" alt="For each model and recording: AUROC of the own statement with its interval, and of other makers' results on the item. The table below has the numbers.">
</picture>

AUROC: the share of pairs of a right and a wrong answer in which the right one has the higher statement (ties: one half); 95 %
intervals, not adjusted. Gray: incomplete, or one statement makes up over 90 %. *Ceiling*: fewer than 30 wrong answers.

## In short

${inShort(facts, rows)}

## Every model

${wordLegend(facts.recordings)}

${modelTable(rows.filter(({ isComplete }) => isComplete))}

Models without every item, in numbers without a word:

${modelTable(rows.filter(({ isComplete }) => !isComplete))}

- Right, stated, kept: shares in %. In the battery, *stated* is the share kept. Kept: the statement is above one half.
- Brier − constant: Brier score minus that of always stating the own share of right answers; below 0 is better. A decision has no Brier score.
- Others: AUROC of the mean accuracy of the models of other makers that have every item (${othersText(rows)}), on all and on sound items.
- Withdrawn: right and wrong answers that are not kept. Break-even: right ones for each wrong one, that is, what an error must cost, in right
  answers, for withdrawing to pay.
- Gain: \`seb worth --abstain\`, withholding unsure answers against the better of always and never, in points of 100 answers; a wrong
  answer costs what a right one brings. Its word is *not distinguishable* in ${countText(rows, ({ gainWord }) => gainWord === 'not distinguishable')} rows.

## Sound items

${soundSection(facts.recordings)}

## Should the small model of a maker be asked first?

Points of 100 answers that are gained when the small model answers what it is sure of, and the large one the rest
(\`seb worth --keep SMALL --pass LARGE\`; no prices are recorded, so a call costs nothing, and only accuracy can speak for the small one).

${pairTable(facts.pairs)}

## Commitment or correctness?

In the battery a model keeps or withdraws an answer, and bets on it or not. P(right | keep) − P(right | withdraw) in points, within model and
track (Mantel-Haenszel), [95 %] by leaving out items; beside it P(bet | keep) − P(bet | withdraw).

${commitmentTable(facts)}

Few answers are wrong (${wrongText(facts)}), so P(right | keep) − P(right | withdraw) cannot be as large as the difference of bets; the two are not compared.

## Before the answer: counts alone

In the prospective track a model chooses to answer, to ask for a hint or to decline before it answers 72 questions. A declined question was not
asked, and the recording scores it as wrong, so there is no score here. *Key in the answer*: scored as wrong, although the
words of the key stand in the answer.

${prospectiveTable(facts)}

${ladderSection(ladder)}

## Models of 2024 and 2025

LifeEval (a slice): AUROC of the stated confidence, and of the probability of the answer's tokens where the recording has it. Rows that
a model lacks are absent from the table, not empty; sets are not pooled.

${lifeEvalTable(facts.lifeEval)}

## What cannot be said

- That a model knows *itself*: what all models find hard makes a statement fit, too ([is it self-knowledge?](self-knowledge.md)).
- Anything about asking before answering: the statements came with or after the answer.
- That one maker is better, that reasoning helps, or how size matters beyond one family: models are few and were not chosen for it.
- Anything on agents, open questions or other languages: the questions are English, with options.
- That others' results would tell more on new items: they are known only after others answered the same item.
- Which keys are right: sound items are those on which few models contradict the key, and that is decided by the answers of the same models.

## Files, and what was left out

${filesSection(facts)}

## Changes of the plan

- The battery's column \`answer\` is equal for all models, right or wrong: it holds the key, and no answer of a model is recorded
  (\`seb data check\`: *same answers*). So doubtful keys cannot be looked for there; eight items that at least 16 of 20 models have wrong stay in. Files are equal by their flags.
- Others are also shown on sound items, because doubtful keys make all models wrong together.
- The ladder stopped where the bench note says; its pieces for the larger model were to be of 24 items.

## How this page was made

\`\`\`bash
node scripts/make-results.ts RECORDINGS --page frontier
\`\`\`

RECORDINGS is a folder with \`atlas\` (synthiumjp/metacognitive-profile-atlas, data CC BY 4.0), \`frontier/mmlu\` (synthiumjp/validity-scaling-llm,
MIT), \`frontier/battery\` (synthiumjp/metacognitive-monitoring-battery, answers CC BY 4.0) and \`lifeeval\`
(NoamMichael/Comparing-Confidence-in-LLMs, MIT). It also writes [frontier.csv](frontier.csv) with [its codebook](frontier-codebook.csv), and with
\`--eee FOLDER\` records of Every Eval Ever. Every number comes from \`seb report\`, \`seb worth\` and \`seb data check\` on tables of these rows;
commitment from the jackknife of \`seb\`; no text of a recording is written.
`;
}

const share = (value: number | null, digits = 1) => (value === null ? '' : (100 * value).toFixed(digits));

function number(value: number, digits: number): string {
  if (!Number.isFinite(value)) return '∞';
  const text = value.toFixed(digits).replace(/^(-?)0\./, '$1.');
  return text.replace('-', '−');
}

function measured({ value, interval }: Measured, digits = 2): string {
  if (value === null) return '';
  return `${number(value, digits)}${interval === null ? '' : ` [${interval.map((end) => number(end, digits)).join(', ')}]`}`;
}

function points({ value, interval }: Measured, scale: number): string {
  const scaled = (each: number) => number(each * scale, 1).replace(/^(−?)\./, '$10.');
  if (value === null) return 'not measured';
  return `${scaled(value)}${interval === null ? '' : ` [${interval.map(scaled).join(', ')}]`}`;
}

function countText(rows: readonly PageRow[], holds: (row: PageRow) => boolean): string {
  const count = rows.filter(holds).length;
  return count === rows.length ? `all ${rows.length}` : `${count} of ${rows.length}`;
}

/** Returns the row of each model in the first recording that has it: no model is counted twice. */
function primaryRows(rows: readonly PageRow[]): readonly PageRow[] {
  const firsts = new Map<string, PageRow>();
  for (const recording of recordingNames)
    for (const row of rows) if (row.recording === recording && !firsts.has(row.model)) firsts.set(row.model, row);
  return [...firsts.values()];
}

function inShort({ recordings, pairs, commitment }: FrontierFacts, rows: readonly PageRow[]): string {
  const primary = primaryRows(rows);
  const worded = primary.filter(({ word }) => word !== null && word !== 'ceiling');
  const have = (...words: readonly string[]) =>
    worded.filter(({ word }) => words.some((each) => word === each || word?.startsWith(`${each} (`))).length;
  const families = recordings.map((recording) => Math.max(...pageRows(recording).map(({ family }) => family ?? 0)));
  const compared = (recording: string, of: (row: PageRow) => readonly [number | null, number | null]) => {
    const own = rows.filter((row) => row.recording === recording && row.isComplete && row.auroc.value !== null);
    const better = own.filter((row) => {
      const [others, statement] = of(row);
      return others !== null && statement !== null && others > statement;
    });
    return `${better.length} of ${own.length}`;
  };
  const onAll = (row: PageRow) => [row.others, row.auroc.value] as const;
  const onSound = (row: PageRow) => [row.othersSound, row.aurocSound.value] as const;
  const withdrawing = rows.filter(({ rightWithdrawn, wrongWithdrawn }) => rightWithdrawn + wrongWithdrawn >= 30);
  const costs = withdrawing.flatMap(({ breakEven }) => breakEven.value ?? []).toSorted((a, b) => a - b);
  const cost = (at: number) => number(costs.at(at) ?? 0, 1);
  const paying = rows.filter(({ gainWord }) => gainWord === 'worth asking').length;
  const worthPairs = pairs.filter(({ worth }) => ownOf(worth)?.verdict === 'worth asking').length;
  const ranking = worded.filter(({ word }) => word?.includes(ranksSomeText)).length;
  const [total] = commitment;
  if (total === undefined) throw new Error('the battery has no rows');
  return `1. **Most statements rank right above wrong answers; few are shown to beat a constant.** Of ${worded.length} models with a word, each in one recording,
   ${have('useful', 'informative')} are *informative* or better on all items and on sound ones, ${have('useful')} of these *useful* (better than the best constant); ${have('no sign')} are *no sign* (of these, ${ranking}
   rank some items; not shown after adjustment), ${have('depends on the items')} *depends on the items*. In each recording the chance that any *informative* is false is at
   most 2.5 % (Holm over ${families.slice(0, -1).join(', ')} and ${families.at(-1)} models).
2. **Whether other makers' results on an item rank better depends on which items count.** They do for ${compared('atlas', onAll)} complete models in the atlas, and for ${compared('atlas', onSound)}
   on sound items; in mmlu for ${compared('mmlu', onAll)} and ${compared('mmlu', onSound)}; in the battery, where keys could not be looked at, for ${compared('battery', onAll)}. Counts, no tests; sound items are
   chosen by the answers of these models, which takes from the others.
3. **Withholding unsure answers is shown to pay in ${paying} of ${rows.length} rows**, and asking the small model of a maker first in ${worthPairs} of ${pairs.length} pairs (words of \`seb worth\`). In the
   ${withdrawing.length} rows with at least 30 withdrawn answers, ${cost(0)} to ${cost(-2)} right ones are withdrawn for each wrong one (deepseek-r1, which withdraws
   nearly all: ${cost(-1)}): an error would have to cost that many right answers.
4. **Keep or withdraw goes with betting, and not with betting alone.** In the battery, kept answers are bet on more often by ${points(total.bets.difference, 100)} points; without
   a bet they are right more often by ${points(total.rightIfNoBet.difference, 100)} points, with a bet that is not shown (${points(total.rightIfBet.difference, 100)}).`;
}

function ownOf(worth: PairFacts['worth']) {
  return worth.signals.find(({ name }) => name === 'own');
}

function wordLegend(recordings: readonly RecordingFacts[]): string {
  const families = recordings.map((recording) => {
    const family = Math.max(...pageRows(recording).map((row) => row.family ?? 0));
    return `${recording.name} ${family} tests, ${recording.items} items in ${recording.groups} groups`;
  });
  return `[Words](../verdicts.md) are those of \`seb report\`, of complete models, one family for each recording (${families.join('; ')}): statements are dealt within subjects
(battery: within track and item type). *Depends on the items*: another word on sound items. *${ranksSomeText[0]?.toUpperCase()}${ranksSomeText.slice(1)}*: the interval of the AUROC
lies above one half, and the word, adjusted and within subjects, does not follow. Nine MMLU questions of moral scenarios have one beginning (texts are cut); they
count as two groups here. As one group, gpt-5.4-mini and qwen3-235b-instruct would be *informative* on all items.`;
}

function modelTable(rows: readonly PageRow[]): string {
  const head = [
    'model',
    'recording',
    'items',
    'wrong',
    'right',
    'stated',
    'AUROC',
    'Brier − constant',
    'others',
    'kept',
  ];
  return markdownTable([
    [...head, 'withdrawn', 'break-even', 'gain', 'word', 'note'],
    ...rows.map((row) => [
      ...[row.model, row.recording, String(row.items), String(row.wrong), share(row.right), share(row.said)],
      ...[measured(row.auroc), measured(row.brierMinusConstant, 3), othersCell(row), share(row.kept)],
      ...[`${row.rightWithdrawn} / ${row.wrongWithdrawn}`, row.wrongWithdrawn === 0 ? '' : measured(row.breakEven, 1)],
      ...[points(row.gain, 0.1), row.word ?? '', row.limits.filter((limit) => limit !== row.word).join(', ')],
    ]),
  ]);
}

function othersCell({ others, othersSound, recording }: PageRow): string {
  if (others === null) return '';
  return othersSound === null || recording === 'battery'
    ? number(others, 2)
    : `${number(others, 2)}, ${number(othersSound, 2)}`;
}

function othersText(rows: readonly PageRow[]): string {
  return recordingNames
    .map((name) => {
      const counts = rows.filter(({ recording }) => recording === name).map(({ otherModels }) => otherModels);
      return `${name} ${Math.min(...counts)} to ${Math.max(...counts)}`;
    })
    .join(', ');
}

function soundSection(recordings: readonly RecordingFacts[]): string {
  const rows = recordings
    .filter(({ name }) => name !== 'battery')
    .map(({ name, items, doubtful, shared, soundItems }) => [
      ...[name, String(items), String(doubtful.length), String(shared), String(soundItems)],
    ]);
  const models = recordings
    .filter(({ name }) => name !== 'battery')
    .flatMap(pageRows)
    .filter(({ isComplete, auroc }) => isComplete && auroc.value !== null);
  return `Without doubtful keys (at least 80 % of at least five models of three makers agree on another answer) and without items whose subject and
beginning (80 characters) both recordings have.

${markdownTable([['recording', 'items', 'doubtful keys', 'in both', 'sound'], ...rows])}

AUROC on all items and on sound ones: the statement, and others' results.

${markdownTable([
  ['model', 'recording', 'statement', 'on sound items', 'others', 'on sound items'],
  ...models.map(({ model, recording, auroc, aurocSound, others, othersSound }) => [
    ...[model, recording, measured(auroc), measured(aurocSound)],
    ...[others, othersSound].map((value) => (value === null ? '' : number(value, 2))),
  ]),
])}`;
}

function pairTable(pairs: readonly PairFacts[]): string {
  return markdownTable([
    [
      'small',
      'large',
      'recording',
      'right',
      'passed on',
      'over always small [95 %]',
      'over always large [95 %]',
      'word',
    ],
    ...pairs.map(({ small, large, recording, worth }) => {
      const own = ownOf(worth);
      if (own === undefined) throw new Error(`${small}: nothing was stated`);
      return [
        ...[
          small,
          large,
          recording,
          `${share(worth.rightOfKeep)}, ${share(worth.rightOfPass)}`,
          share(own.passedShare),
        ],
        ...[points(own.overKeep, 0.1), points(own.overPass, 0.1), own.verdict ?? ''],
      ];
    }),
  ]);
}

function wrongText({ battery }: FrontierFacts): string {
  const wrong = battery.rows.filter(({ right }) => !right).length;
  return `${share(wrong / battery.rows.length)} % of ${battery.rows.length}`;
}

function commitmentTable({ commitment }: FrontierFacts): string {
  return markdownTable([
    ['track', 'right, with a bet', 'kept / withdrawn', 'right, without a bet', 'kept / withdrawn', 'bet'],
    ...commitment.map(({ name, rightIfBet, rightIfNoBet, bets }) => [
      ...[name, points(rightIfBet.difference, 100), `${rightIfBet.kept} / ${rightIfBet.withdrawn}`],
      ...[points(rightIfNoBet.difference, 100), `${rightIfNoBet.kept} / ${rightIfNoBet.withdrawn}`],
      points(bets.difference, 100),
    ]),
  ]);
}

function prospectiveTable({ prospective }: FrontierFacts): string {
  const { models, equal } = prospectiveCounts(prospective);
  const table = markdownTable([
    ['model', 'answers', 'asks for a hint', 'declines', 'scored as right', 'key in the answer, scored as wrong'],
    ...models.map(({ model, answers, hints, declines, right, keyInWrong }) => [
      ...[
        model,
        String(answers),
        String(hints),
        String(declines),
        `${right} of ${answers + hints}`,
        String(keyInWrong),
      ],
    ]),
  ]);
  return `${table}\n\nLeft out, because their ${equal.rows} rows are equal and it is unknown whose they are: ${equal.models.join(' and ')}.`;
}

function lifeEvalTable(rows: readonly LifeEvalFacts[]): string {
  return markdownTable([
    ['set', 'model', 'items', 'absent', 'right', 'AUROC, stated', 'AUROC, tokens'],
    ...rows.map(({ set, model, items, absent, right, stated, token }) => [
      ...[set, model, String(items), String(absent), share(right), measured(stated)],
      token === null || token.value === null ? '' : measured(token),
    ]),
  ]);
}

function filesSection({ battery, recordings }: FrontierFacts): string {
  const equal = battery.equal.map(
    ({ track, models, telling }) =>
      `- ${track}: ${models.join(', ')} have equal files (${telling === 1 ? '1 row is' : `${telling} rows are`} wrong or withdrawn${telling < 5 ? ', so it may be chance' : ''}): it is unknown whose they are, so none of these models has this track.`,
  );
  const partial = recordings
    .filter(({ name }) => name !== 'battery')
    .flatMap(({ models, items }) =>
      models.filter(({ isComplete }) => !isComplete).map((facts) => `${facts.model} ${facts.items} of ${items}`),
    );
  return `${equal.join('\n')}
- Stopped early: ${partial.join(', ')}.
- Models in several recordings have a row for each, and count in the first one: ${recordingNames.join(', ')}. *deepseek-r1* is R1-0528 in the atlas.
- deepseek-r1 withdraws 95 % of its answers in the battery and is right on nearly all of them, so its withdrawals say little about doubt.
- In LifeEval the missing rows are absent, not empty.`;
}
