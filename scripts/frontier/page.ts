import { ranksSomeText } from '../../src/results/verdict.ts';
import { markdownTable } from '../results-page.ts';
import type { Commitment } from './commitment.ts';
import type { FrontierFacts, LifeEvalFacts, Measured, PairFacts, RecordingFacts } from './facts.ts';
import { type LadderFacts, ladderSection } from './ladder.ts';
import { type PageRow, pageRows, shownAuroc } from './page-rows.ts';
import { prospectiveCounts } from './prospective.ts';
import { type ProspectiveRow, recordingNames } from './recordings.ts';
import { measured, number, points, share } from './texts.ts';

/** The page docs/results/frontier.md. */
export function frontierPage(facts: FrontierFacts, ladder: LadderFacts): string {
  const rows = facts.recordings.flatMap(pageRows);
  return `# What models of 2025 and 2026 state of their answers

Does the confidence that a model states with an answer fit whether that answer is right? ${new Set(rows.map(({ model }) => model)).size} models of ${new Set(rows.map(({ maker }) => maker)).size} makers in three public
recordings by Jon-Paul Cacioli, by [rules that were written down before the numbers](frontier-plan.md). What is stated with or after an
answer predicts nothing before it. No question of this page is confirmed on unseen data: the plan lists what was looked at before.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="./frontier.dark.svg">
  <img src="./frontier.svg" alt="For each model and recording: AUROC on all items of the own statement with its interval, and of other makers' results on the item. The table below has the numbers.">
</picture>

AUROC: the share of pairs of a right and a wrong answer in which the right one has the higher statement (ties: one half); 95 %
intervals, not adjusted. Statements and crosses are on all items, doubtful keys included. Gray: incomplete, or one statement makes up over 90 %. *Ceiling*: fewer than 30 wrong answers.

## In short

${inShort(facts, rows)}

## Every model

${wordLegend(facts.recordings)}

${modelTable(rows.filter(({ isComplete }) => isComplete))}

Models without every item, in numbers without a word:

${modelTable(rows.filter(({ isComplete }) => !isComplete))}

- Right, stated: shares in %. In the battery, *stated* is the share kept.
- Brier − constant: Brier score minus that of always stating the own share of right answers; below 0 is better. A decision has no Brier score.
- Others: AUROC of the mean accuracy of the models of other makers that have every item (${othersText(rows)}).

## Sound items

${soundSection(facts.recordings)}

## What keeping only sure answers brings

${keepingSection(rows)}

## Should the small model of a maker be asked first?

Points of 100 answers that are gained when the small model answers what it is sure of, and the large one the rest
(\`seb worth --keep SMALL --pass LARGE\`; no prices are recorded, so a call costs nothing, and only accuracy can speak for the small one).

${pairTable(facts.pairs)}

## Commitment or correctness?

In the battery a model keeps or withdraws an answer, and bets on it or not. P(right | keep) − P(right | withdraw) in points, within model and
track (Mantel-Haenszel), [95 %] by leaving out items; beside it P(bet | keep) − P(bet | withdraw). *At most*: the largest value that each
could have, given how many answers are kept and how many are right, or bet on, in each model and track.

${commitmentTable(facts)}

${commitmentText(facts)}

## Before the answer: counts alone

In the prospective track a model chooses to answer, to ask for a hint or to decline before it answers 72 questions. A declined question was not
asked, but the recording marks it as not correct and gives it a score of its own (${scoresText(facts)}), so there is no score here.
*Key in the answer*: marked as not correct, although the words of the key stand in the answer as one phrase.

${prospectiveTable(facts)}

${ladderSection(ladder)}

## Models of 2024 and 2025

LifeEval (a slice): AUROC of the stated confidence, and of the probability of the answer's tokens where the recording has it, but for
fewer than 30 wrong answers (*ceiling*). Rows that a model lacks are absent from the table, not empty; sets are not pooled.

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

- The battery's column \`answer\` is equal for all models, right or wrong, in four tracks (Meta Cog has none): it holds the key, and no answer of a model is recorded
  (\`seb data check\`: *same answers*). So doubtful keys cannot be looked for there; eight items that at least 16 of 20 models have wrong stay in. Files are equal by their flags.
- Others are also shown on sound items, because doubtful keys make all models wrong together.
- The plan's first lines say that it was committed before a number of the page was computed. Its section *Looked at before* lists numbers that
  were known, among them AUROCs that stand on the page; new were the intervals, the second set of items and what follows it there.
- Rule 1: the counts of others' results are within one recording, and those of withholding and of pairs are of rows, so a model with several
  recordings counts in each. Only the counts of words have each model once.
- Rule 3 on sound items: fewer than 30 wrong answers leave no word to compare with, so the word on all items stays.
- Rule 4: recordings cut texts at 80 characters, so *equal text* is an equal beginning, and only where it is that of one item in each recording.
- Rule 5: a cut beginning that at least five items share is no text in the tables that \`seb\` reads (moral scenarios): these items would be one
  group of nearly equal texts. Two questions with one beginning, mostly on one passage, stay one group.
- The ladder stopped where the bench note says; its pieces for the larger model were to be of 24 items.

## How this page was made

\`\`\`bash
node scripts/make-results.ts RECORDINGS --page frontier
\`\`\`

RECORDINGS is a folder with \`atlas\` (synthiumjp/metacognitive-profile-atlas, data CC BY 4.0), \`frontier/mmlu\` (synthiumjp/validity-scaling-llm,
MIT), \`frontier/battery\` (synthiumjp/metacognitive-monitoring-battery, answers CC BY 4.0) and \`lifeeval\`
(NoamMichael/Comparing-Confidence-in-LLMs, MIT). It also writes [frontier.csv](frontier.csv) with [its codebook](frontier-codebook.csv), and with
\`--eee FOLDER\` records of Every Eval Ever. Every number comes from \`seb report\`, \`seb worth\` and \`seb data check\` on tables of these rows;
commitment, own decisions and the AUROC within subjects are computed by the scripts, with the jackknife of \`seb\`; no text of a recording is written.
`;
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

function inShort(facts: FrontierFacts, rows: readonly PageRow[]): string {
  return [wordsSentence(facts, rows), constantSentence(rows), othersSentence(rows), payingSentence(facts, rows)]
    .concat(commitmentSentence(facts))
    .map((sentence, index) => `${index + 1}. ${sentence}`)
    .join('\n');
}

function hasWord({ word }: PageRow, ...words: readonly string[]): boolean {
  return words.some((each) => word === each || word?.startsWith(`${each} (`));
}

/** Returns the rows in which a model counts in the words: the first one that it has, where that has a word. */
function wordedRows(rows: readonly PageRow[]): readonly PageRow[] {
  return primaryRows(rows).filter(({ word }) => word !== null && word !== 'ceiling');
}

function wordsSentence({ recordings }: FrontierFacts, rows: readonly PageRow[]): string {
  const worded = wordedRows(rows);
  const have = (...words: readonly string[]) => worded.filter((row) => hasWord(row, ...words)).length;
  const fitting = worded.filter((row) => hasWord(row, 'useful', 'informative'));
  const unchecked = fitting.filter(
    ({ recording, wordSound }) => recording !== 'battery' && wordSound === 'ceiling',
  ).length;
  const families = recordings.map((recording) => Math.max(...pageRows(recording).map(({ family }) => family ?? 0)));
  const ranking = worded.filter(({ word }) => word?.startsWith('no sign') && word.includes(ranksSomeText)).length;
  return `**Most statements rank right above wrong answers**: of ${worded.length} models with a word, each in one recording, ${fitting.length} are *informative* or better on all items and on sound ones${unchecked === 0 ? '' : ` (for ${unchecked} of them, sound items have too few wrong answers to tell)`},
   ${have('no sign')} are *no sign* (${ranking} of these rank some items; not shown after adjustment) and ${have('depends on the items')} *depend${have('depends on the items') === 1 ? 's' : ''} on the items*; in each recording the chance that any
   *informative* is false is at most 2.5 % if the assumptions of its test hold (Holm over ${families.slice(0, -1).join(', ')} and ${families.at(-1)} models).`;
}

function constantSentence(rows: readonly PageRow[]): string {
  const worded = wordedRows(rows);
  const useful = worded.filter((row) => hasWord(row, 'useful')).length;
  const scored = primaryRows(rows).flatMap(({ isComplete, brierMinusConstant: { interval } }) =>
    isComplete && interval !== null ? [interval] : [],
  );
  const better = scored.filter(([, high]) => high < 0).length;
  const worse = scored.filter(([low]) => low > 0).length;
  return `**Few statements are shown to beat a constant**: ${useful} of these ${worded.length} models are *useful*, that is, better than the best constant, which is known only
   afterwards; of the ${scored.length} complete models that state a confidence in their first recording, ${better} have a better and ${worse} a worse Brier score than it by their interval, not adjusted.`;
}

function othersSentence(rows: readonly PageRow[]): string {
  const compared = (recording: string, of: (row: PageRow) => readonly [number | null, number | null]) => {
    const known = rows.flatMap((row) => {
      const [others, statement] = of(row);
      const isCompared = row.recording === recording && row.isComplete && others !== null && statement !== null;
      return isCompared ? [{ others, statement }] : [];
    });
    return `${known.filter(({ others, statement }) => others > statement).length} of ${known.length}`;
  };
  const onAll = (row: PageRow) => [row.others, row.auroc.value] as const;
  const onSound = (row: PageRow) => [row.othersSound, row.aurocSound.value] as const;
  return `**Whether other makers' results on an item rank better depends on which items count**: they do for ${compared('atlas', onAll)} complete models in the atlas, and for ${compared('atlas', onSound)}
   on sound items; in mmlu for ${compared('mmlu', onAll)} and ${compared('mmlu', onSound)}; in the battery, where keys could not be looked at, for ${compared('battery', onAll)} (counts, no tests; sound items
   are chosen by the answers of these models, which takes from the others and gives to the own statement).`;
}

function payingSentence({ pairs }: FrontierFacts, rows: readonly PageRow[]): string {
  const paying = rows.filter(({ gainWord }) => gainWord === 'worth asking').length;
  const able = rows.filter(({ canHaveWord }) => canHaveWord).length;
  const worthPairs = pairs.filter(({ worth }) => ownOf(worth)?.verdict === 'worth asking').length;
  return `**Neither withholding unsure answers nor asking a maker's small model first is shown to pay**: withholding in ${paying} of ${rows.length} rows where a wrong answer costs what a
   right one brings, which only ${able} rows could have shown (the others would withhold, or keep, fewer than 15 groups of answers), and asking first in ${worthPairs} of ${pairs.length} pairs without
   prices, that is, without the usual reason to ask a small model first.`;
}

function commitmentSentence({ commitment: [total, withinTypes] }: FrontierFacts): string {
  if (total === undefined || withinTypes === undefined) throw new Error('the battery has no rows');
  return `**Keep or withdraw goes with betting, and not with betting alone**: in the battery, kept answers are bet on more often by ${points(total.bets.difference, 100)} points;
   without a bet they are right more often by ${points(total.rightIfNoBet.difference, 100)} points, or ${points(withinTypes.rightIfNoBet.difference, 100)} within item types, and with a bet that is not
   shown (${points(total.rightIfBet.difference, 100)}).`;
}

function ownOf(worth: PairFacts['worth']) {
  return worth.signals.find(({ name }) => name === 'own');
}

function wordLegend(recordings: readonly RecordingFacts[]): string {
  const families = recordings.map((recording) => {
    const family = Math.max(...pageRows(recording).map((row) => row.family ?? 0));
    return `${recording.name} ${family} tests, ${recording.items} items in ${recording.groups} groups`;
  });
  const undealt = recordings.filter(({ isDealtWithin }) => !isDealtWithin).map(({ name }) => name);
  const dealt =
    undealt.length === 0 ? '' : `, but not all of them in ${undealt.join(' and ')}, where too few items share one`;
  return `[Words](../verdicts.md) are those of \`seb report\`, of complete models, one family for each recording (${families.join('; ')}): statements are dealt within subjects
(battery: within track and item type${dealt}). *Depends on the items*: another word on sound items; that there are fewer of them may be enough for it.
*${ranksSomeText[0]?.toUpperCase()}${ranksSomeText.slice(1)}*: the interval of the AUROC lies above one half, and the word, adjusted and within subjects, does not follow.
Texts are cut at 80 characters, and questions of one form begin alike (${formsText(recordings)}); they count as items of
their own, not as one group of nearly equal texts.${besideOneHalf(recordings.flatMap(pageRows))}`;
}

/** Returns the subjects whose questions are of one form, and how many items these are. */
function formsText(recordings: readonly RecordingFacts[]): string {
  return recordings
    .filter(({ forms }) => forms.items > 0)
    .map(({ name, forms }) => `${name} ${forms.items}: ${forms.kinds.join(', ').replaceAll('_', ' ')}`)
    .join('; ');
}

/** Returns why a word that fits stands beside an interval of the AUROC that reaches one half; '' where none does. */
function besideOneHalf(rows: readonly PageRow[]): string {
  const found = rows.filter((row) => hasWord(row, 'informative', 'useful') && (row.auroc.interval?.[0] ?? 1) <= 0.5);
  return found
    .map(({ model, recording, auroc, aurocWithin, brierMinusConstant: { interval } }) => {
      const brier =
        interval !== null && interval[0] > 0
          ? ' To rank is not to fit: its Brier score is worse than that of the constant.'
          : '';
      return `\n${model} is *informative* in ${recording} beside an AUROC of ${measured(auroc, 3)}: the word compares answers within a subject (${aurocWithin === null ? 'not measured' : number(aurocWithin, 2)} of these pairs), the AUROC all of them.${brier}`;
    })
    .join('');
}

function modelTable(rows: readonly PageRow[]): string {
  const head = ['model', 'recording', 'items', 'wrong', 'right', 'stated', 'AUROC', 'Brier − constant', 'others'];
  return markdownTable([
    [...head, 'word', 'note'],
    ...rows.map((row) => [
      ...[row.model, row.recording, String(row.items), String(row.wrong), share(row.right), share(row.said)],
      ...[measured(row.auroc), measured(row.brierMinusConstant, 3), row.others === null ? '' : number(row.others, 2)],
      ...[row.word ?? '', row.limits.filter((limit) => limit !== row.word).join(', ')],
    ]),
  ]);
}

function keepingSection(rows: readonly PageRow[]): string {
  const withdrawing = rows.filter(({ rightWithdrawn, wrongWithdrawn }) => rightWithdrawn + wrongWithdrawn >= 30);
  const costs = withdrawing.flatMap(({ breakEven }) => breakEven.value ?? []).toSorted((a, b) => a - b);
  const cost = (at: number) => number(costs.at(at) ?? 0, 1);
  const constant = rows.filter(({ gain: { value, interval } }) => value === 0 && interval === null).length;
  const few = rows.filter((row) => row.rightWithdrawn + row.wrongWithdrawn < 15).length;
  return `Rows are models in recordings, so a model counts once for each of its recordings. A wrong answer costs what a right one brings, and a
withheld one neither costs nor brings anything; at another cost the numbers are others.

- Kept: share of answers whose statement is above one half, or *keep*. Withdrawn: right and wrong answers that are not kept.
- Own decision: the points of 100 answers that withdrawing these brings over always answering, with the jackknife over items.
- Break-even: right answers withdrawn for each wrong one, that is, what an error must cost, in right answers, for the own decision to pay.
  In the ${withdrawing.length} rows with at least 30 withdrawn answers it is ${cost(0)} to ${cost(-2)}, and ${cost(-1)} for deepseek-r1, which withdraws nearly all.
- Fitted threshold: \`seb worth --abstain\`, which fits the threshold below which answers are withheld on other items, against the better of always and
  never; not the own decision. 0.0 without an interval (${constant} rows): the fitted threshold withholds nothing, or everything.
- Its word is *not distinguishable* in ${countText(rows, ({ gainWord }) => gainWord === 'not distinguishable')} rows. That is nearly built in: only the ${rows.filter(({ canHaveWord }) => canHaveWord).length} rows marked *yes* could have another word, for a policy that
  differs from always or from never in fewer than 15 groups of answers has none; ${few} rows have fewer than 15 answers that are not kept.

${markdownTable([
  [
    'model',
    'recording',
    'kept',
    'withdrawn',
    'break-even',
    'own decision',
    'fitted threshold',
    'could have another word',
  ],
  ...rows.map((row) => [
    ...[row.model, row.recording, share(row.kept), `${row.rightWithdrawn} / ${row.wrongWithdrawn}`],
    ...[row.wrongWithdrawn === 0 ? '' : measured(row.breakEven, 1), points(row.ownDecision, 0.1)],
    ...[points(row.gain, 0.1), row.canHaveWord ? 'yes' : 'no'],
  ]),
])}`;
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
  const withTexts = recordings.flatMap(({ shared, ...recording }) =>
    shared === null ? [] : [{ ...recording, shared }],
  );
  const rows = withTexts.map(({ name, items, doubtful, shared, soundItems }) => [
    ...[name, String(items), String(doubtful.length), String(shared.items.size), String(shared.unclear.size)],
    String(soundItems),
  ]);
  const models = recordings.flatMap(pageRows).filter(({ wordSound }) => wordSound !== null);
  const [first] = withTexts;
  return `Without doubtful keys (at least 80 % of at least five models of three makers agree on another answer) and without items that both
recordings have: subject and beginning (80 characters) are those of one item in each. *Unclear*: the beginning is in both, but that of several
items of one of them, so which are in both is not known; they stay in, and at most ${first?.shared.maxUnclear ?? 0} of them are in both.

${markdownTable([['recording', 'items', 'doubtful keys', 'in both', 'unclear', 'sound'], ...rows])}

On sound items, complete models (AUROC and word: none with fewer than 30 wrong answers; the word on all items then stays as it is):

${markdownTable([
  ['model', 'recording', 'wrong', 'AUROC', 'others', 'word'],
  ...models.map(({ model, recording, wrongSound, aurocSound, othersSound, wordSound }) => [
    ...[model, recording, String(wrongSound ?? ''), measured(aurocSound)],
    ...[othersSound === null ? '' : number(othersSound, 2), wordSound ?? ''],
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

function commitmentText({ battery, commitment: [total, withinTypes] }: FrontierFacts): string {
  if (total === undefined || withinTypes === undefined) throw new Error('the battery has no rows');
  const wrong = battery.rows.filter(({ right }) => !right).length;
  const difference = (within: Commitment) => within.rightIfNoBet.difference.value ?? 0;
  const [most, left] = [difference(total), difference(withinTypes)];
  return `Few answers are wrong (${share(wrong / battery.rows.length)} % of ${battery.rows.length}), so the three differences have other largest values, and their sizes are not compared. Without a bet,
${points({ value: left, interval: null }, 100)} of ${points({ value: most, interval: null }, 100)} points remain within item types: about ${(100 * (1 - left / most)).toFixed(0)} % of that difference is which types of items are hard, not which answers.`;
}

/** Returns the scores that the recording gives choices and outcomes. */
function scoresText({ prospective }: FrontierFacts): string {
  const scores = (path: ProspectiveRow['path_choice'], right: boolean) => {
    const rows = prospective.filter(({ path_choice, is_correct }) => path_choice === path && is_correct === right);
    return [...new Set(rows.map(({ score }) => score))].join(' or ');
  };
  return `${scores('DECLINE', false)}; a wrong answer has ${scores('ANSWER_DIRECTLY', false)}, after a hint ${scores('REQUEST_HINT', false)}`;
}

function commitmentTable({ commitment }: FrontierFacts): string {
  const columns = (name: string) => [name, 'at most', 'kept / withdrawn'];
  const cells = ({ difference, largest }: Commitment['bets']) => [
    ...[points(difference, 100), largest === null ? '' : points({ value: largest, interval: null }, 100)],
  ];
  return markdownTable([
    ['track', ...columns('right, with a bet'), ...columns('right, without a bet'), 'bet', 'at most'],
    ...commitment.map(({ name, rightIfBet, rightIfNoBet, bets }) => [
      ...[name, ...cells(rightIfBet), `${rightIfBet.kept} / ${rightIfBet.withdrawn}`],
      ...[...cells(rightIfNoBet), `${rightIfNoBet.kept} / ${rightIfNoBet.withdrawn}`, ...cells(bets)],
    ]),
  ]);
}

function prospectiveTable({ prospective }: FrontierFacts): string {
  const { models, equal } = prospectiveCounts(prospective);
  const table = markdownTable([
    ['model', 'answers', 'asks for a hint', 'declines', 'marked as right', 'key in the answer, marked as not correct'],
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

function aurocCell({ auroc, wrong }: { readonly auroc: Measured; readonly wrong: number }): string {
  return shownAuroc(auroc, wrong).value === null ? 'ceiling' : measured(auroc);
}

function lifeEvalTable(rows: readonly LifeEvalFacts[]): string {
  return markdownTable([
    ['set', 'model', 'items', 'absent', 'wrong', 'right', 'AUROC, stated', 'AUROC, tokens'],
    ...rows.map(({ set, model, items, absent, wrong, right, stated, token }) => [
      ...[set, model, String(items), String(absent), String(wrong), share(right), aurocCell({ auroc: stated, wrong })],
      token === null ? '' : aurocCell(token),
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
