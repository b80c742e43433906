import { ranksSomeText } from '../../src/results/verdict.ts';
import { markdownTable } from '../results-page.ts';
import { allTracks, withinItemTypes } from './commitment.ts';
import type { FrontierFacts, Measured, RecordingFacts } from './facts.ts';
import { canHaveWord, ownSignal } from './further-tables.ts';
import { type LadderFacts, ladderSection } from './ladder.ts';
import { pageModel } from './models.ts';
import { type PageRow, pageRows } from './page-rows.ts';
import { prospectiveCounts } from './prospective.ts';
import { type RecordingName, recordingNames, sources } from './recordings.ts';
import { measured, number, points } from './texts.ts';

/** Returns docs/results/frontier.md. The tables beside it have all other numbers. */
export function frontierPage(facts: FrontierFacts, ladder: LadderFacts): string {
  const rows = facts.recordings.flatMap(pageRows);
  const sentences = sentencesOn(facts, rows);
  return `# What models of 2025 and 2026 state of their answers

Does the confidence that a model states with an answer fit whether that answer is right? ${new Set(rows.map(({ model }) => model)).size} models of ${new Set(rows.map(({ maker }) => maker)).size} makers in three public
recordings by Jon-Paul Cacioli, by [rules](../../bench/notes/frontier-plan.md) that were written down before this page was computed, when some of its numbers
were known: no question is confirmed on unseen data. What is stated with or after an answer predicts nothing before it.

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="./frontier.dark.svg">
  <img src="./frontier.svg" alt="For each model and recording: AUROC on all items of the own statement with its interval, and of other makers' results on the item. frontier.csv has the numbers.">
</picture>

AUROC: the share of pairs of a right and a wrong answer in which the right one has the higher statement (ties: one half), on all items; 95 %
intervals, not adjusted. Gray: incomplete, or one statement makes up over 90 %.

## In short

${sentences.map(({ said }, index) => `${index + 1}. ${said}`).join('\n')}

What they rest on:

${sentences.map(({ counts }, index) => `${index + 1}. ${counts}`).join('\n')}

## Every model

AUROC and [word](../verdicts.md):

${modelTable(rows)}

${wordLegend(facts.recordings)}

Tables ([columns and units](frontier-codebook.csv)):

- [frontier.csv](frontier.csv): AUROC and words, Brier score less that of a constant, other makers' results, withholding
- [frontier-pairs.csv](frontier-pairs.csv): a maker's small model, asked before its large one
- [frontier-commitment.csv](frontier-commitment.csv): keeping, betting and being right, in the battery and by track
- [frontier-before.csv](frontier-before.csv): choices before the answer: answer, hint, decline. Counts alone: the recording scores declined questions,
  which were not asked. ${equalText(facts)}
- [frontier-lifeeval.csv](frontier-lifeeval.csv): models of 2024 and 2025 in LifeEval, also by token probabilities

${ladderSection(ladder)}

## What cannot be said

- That a model knows *itself*: what all models find hard makes a statement fit, too ([is it self-knowledge?](self-knowledge.md)).
- Anything about asking before answering, from the three recordings: their statements came with or after the answer.
- That one maker is better, that reasoning helps, or how size matters beyond one family: models are few and were not chosen for it.
- Anything on agents or other languages, and little on open questions: the questions are English, with options.
- That others' results would tell more on new items: they are known only after others answered the same item.
- Which keys are right: that is decided by the answers of the same models.
- Anything about models outside the slices. ${sliceText(facts)}

[Changes of the plan, items, files and sources](../../bench/notes/frontier.md#changes-of-the-plan). [How this page is made](../../bench/notes/results-pages.md).
`;
}

/** Returns bench/notes/frontier.md: which items and files of the recordings the page counts, and where they come from. */
export function frontierNote(facts: FrontierFacts): string {
  return `# Items and files of the page on models of 2025 and 2026

What [the page](../../docs/results/frontier.md) counts, where it comes from, and how it differs from its [plan](frontier-plan.md).

## Items

- Sound items: ${soundText(facts.recordings)}
- Texts are cut at 80 characters; questions of one form, which begin alike, count as items of their own (${formsText(facts.recordings)}).

## Files

${filesSection(facts)}

## Changes of the plan

- The plan says that it was committed before a number of this page; its *Looked at before* lists some, among them AUROCs.
- Rule 1: in counts of one recording, of others' results, of withholding and of pairs, a model counts in each of its recordings.
- Rule 2: files are equal by their flags. Commitment is also given for all models, of which ${incompleteInBattery(facts)} lack a track.
- Rules 2 and 3: models without every item stand in the one table, without a word; their AUROCs are given, and their rows count in withholding. Fewer than 30 wrong answers on sound items leave no word to
  compare with, so the word on all items stays.
- Rule 4: the battery's column \`answer\` holds the key in four tracks (Meta Cog has none), so doubtful keys cannot be looked for there; eight
  items that at least 16 of 20 models have wrong stay in. *Equal text* is an equal beginning, where it is that of one item in each recording.
- Rule 5: a cut beginning that at least five items share is not a text. Rule 7: others are also shown on sound items, because doubtful keys make
  all models wrong together. Question 5: *within item types* was added.
- Question 6: pieces of 50 items (\`know\` for each size, \`delegate\` for the smaller one) were read, and had no sign or too few items, before
  150 items were asked; pieces of 24 for the larger model were not used.

## Sources

RECORDINGS is a folder with copies of published files:

${sourceList()}

Numbers come from \`seb report\` and \`seb worth\`; commitment, own decisions and the AUROC within subjects from the scripts.
`;
}

/** Models that the published recordings have, of which the slices hold some. */
const published = { atlas: 33, lifeEval: 11 };

function sourceList(): string {
  return Object.values(sources)
    .map(
      ({ repository, files, license, folder }) =>
        `- \`${folder}\`: ${files} of [${repository}](https://github.com/${repository}) (${license})`,
    )
    .join('\n');
}

/** Returns what part of the published recordings the page has read. */
function sliceText({ recordings, lifeEval }: FrontierFacts): string {
  const atlas = recordings.find(({ name }) => name === 'atlas')?.models ?? [];
  const makers = [...Map.groupBy(atlas, ({ model }) => pageModel(model).maker).values()];
  const ofOne = Math.max(...makers.map(({ length }) => length));
  const [models, sets] = (['model', 'set'] as const).map((of) => new Set(lifeEval.map((row) => row[of])).size);
  return `The atlas has ${atlas.length} of ${published.atlas} published models, ${ofOne} of one maker; LifeEval ${models} of ${published.lifeEval} models in ${sets} sets.
  How they were chosen is not recorded; the counts of the atlas depend on it.`;
}

/** Returns how many models of the battery lack a track. */
function incompleteInBattery({ recordings }: FrontierFacts): number {
  const battery = recordings.find(({ name }) => name === 'battery')?.models ?? [];
  return battery.filter(({ isComplete }) => !isComplete).length;
}

/** Returns the row of each model in the first recording that has it: no model is counted twice. */
function primaryRows(rows: readonly PageRow[]): readonly PageRow[] {
  const firsts = new Map<string, PageRow>();
  for (const recording of recordingNames)
    for (const row of rows) if (row.recording === recording && !firsts.has(row.model)) firsts.set(row.model, row);
  return [...firsts.values()];
}

/** A sentence of the page on all models, and the counts that it rests on. */
interface Sentence {
  readonly said: string;
  readonly counts: string;
}

function sentencesOn(facts: FrontierFacts, rows: readonly PageRow[]): readonly Sentence[] {
  return [
    wordsSentence(rows),
    constantSentence(rows),
    othersSentence(rows),
    payingSentence(facts, rows),
    commitmentSentence(facts),
  ];
}

function hasWord({ word }: PageRow, ...words: readonly string[]): boolean {
  return words.some((each) => word === each || word?.startsWith(`${each} (`));
}

/** Returns the rows in which a model counts in the words: the first one that it has, where that has a word. */
function wordedRows(rows: readonly PageRow[]): readonly PageRow[] {
  return primaryRows(rows).filter(({ word }) => word !== null && word !== 'ceiling');
}

/** Returns how many models with a word in a recording have one that fits. */
function fittingIn(recording: RecordingName, rows: readonly PageRow[]): string {
  const worded = rows.filter((row) => row.recording === recording && row.word !== null && row.word !== 'ceiling');
  return `${worded.filter((row) => hasWord(row, 'useful', 'informative')).length} of ${worded.length}`;
}

function wordsSentence(rows: readonly PageRow[]): Sentence {
  const worded = wordedRows(rows);
  const have = (...words: readonly string[]) => worded.filter((row) => hasWord(row, ...words)).length;
  const fitting = worded.filter((row) => hasWord(row, 'useful', 'informative'));
  const unchecked = fitting.filter(
    ({ recording, wordSound }) => recording !== 'battery' && wordSound === 'ceiling',
  ).length;
  const ranking = worded.filter(({ word }) => word?.startsWith('no sign') && word.includes(ranksSomeText)).length;
  const depending = have('depends on the items');
  return {
    said: `Of the models with a word, ${fittingIn('atlas', rows)} are *informative* or better in the atlas, ${fittingIn('mmlu', rows)} in mmlu and ${fittingIn('battery', rows)} in
   the battery: recordings with other models and items, the battery also with another kind of statement and test.`,
    counts: `Of ${worded.length} models, each in its first recording, ${fitting.length} are *informative* or better, ${fitting.length - unchecked} on all items and on sound ones${unchecked === 0 ? '' : ` (for ${unchecked}, sound items have too few wrong answers to tell)`},
   ${have('no sign')} are *no sign* (${ranking} of these †) and ${depending} *depend${depending === 1 ? 's' : ''} on the items*; in each recording the chance that any
   *informative* is false is at most 2.5 % if the assumptions of its test hold (Holm in each recording; 7.5 % over the three). In atlas and mmlu, where some items share texts, the word tests
   Brier scores; in the battery, ranks.`,
  };
}

function constantSentence(rows: readonly PageRow[]): Sentence {
  const worded = wordedRows(rows);
  const useful = worded.filter((row) => hasWord(row, 'useful')).length;
  const scored = primaryRows(rows).flatMap(({ isComplete, brierMinusConstant: { interval } }) =>
    isComplete && interval !== null ? [interval] : [],
  );
  const better = scored.filter(([, high]) => high < 0).length;
  const worse = scored.filter(([low]) => low > 0).length;
  return {
    said: `Few statements are shown to beat a constant: of ${worded.length} models, each in its first recording, ${useful} are *useful*.`,
    counts: `Of the ${scored.length} complete models that state a confidence in their first recording, ${better} have a better and ${worse} a worse Brier score than the
   best constant, which is known only afterwards, by their interval.`,
  };
}

function othersSentence(rows: readonly PageRow[]): Sentence {
  const compared = (recording: string, of: (row: PageRow) => readonly [number | null, number | null]) => {
    const known = rows.flatMap((row) => {
      const [others, statement] = of(row);
      const isCompared = row.recording === recording && row.isComplete && others !== null && statement !== null;
      return isCompared ? [{ others, statement }] : [];
    });
    return `${known.filter(({ others, statement }) => others > statement).length} of ${known.length}`;
  };
  const inAtlas = rows.filter(
    ({ recording, isComplete, others }) => recording === 'atlas' && isComplete && others !== null,
  );
  const fewOthers = `${inAtlas.filter(({ otherModels }) => otherModels <= 3).length} of ${inAtlas.length}`;
  const onAll = (row: PageRow) => [row.others, row.auroc.value] as const;
  const onSound = (row: PageRow) => [row.othersSound, row.aurocSound.value] as const;
  return {
    said: "In the atlas, whether other makers' results on an item rank better depends on which items count; in mmlu it does not.",
    counts: `In the atlas they do for ${compared('atlas', onAll)} complete models, and for ${compared('atlas', onSound)} on sound items; in mmlu for ${compared('mmlu', onAll)} and ${compared('mmlu', onSound)};
   in the battery for ${compared('battery', onAll)} (counts, no tests; sound items are chosen by the answers of these models, which takes from the others and
   gives to the own statement; ${fewOthers} in the atlas have at most three other models).`,
  };
}

function payingSentence({ pairs }: FrontierFacts, rows: readonly PageRow[]): Sentence {
  const paying = rows.filter(({ gainWord }) => gainWord === 'worth asking').length;
  const able = rows.filter(({ canHaveWord }) => canHaveWord).length;
  const ablePairs = pairs.filter(canHaveWord).length;
  const battery = rows.filter(({ recording }) => recording === 'battery');
  const worse = battery.filter(({ ownDecision: { interval } }) => interval !== null && interval[1] < 0).length;
  const worthPairs = pairs.filter((pair) => ownSignal(pair).verdict === 'worth asking').length;
  return {
    said: `Neither withholding unsure answers (${paying} of ${rows.length} rows) nor asking a maker's small model first (${worthPairs} of ${pairs.length} pairs) is shown to pay.`,
    counts: `Withholding, where a wrong answer costs what a right one brings: only ${able} rows could have shown it; in the others, the rule that is fitted to
   the statements differs from always or never answering on fewer than 15 groups of items. There, the models' own withdrawals are worse than always answering in ${worse} of ${battery.length} rows
   of the battery, incomplete ones included (intervals, not adjusted). Asking first: ${ablePairs} pairs could have shown it; without prices, its usual reason.`,
  };
}

function commitmentSentence({ commitment }: FrontierFacts): Sentence {
  const rowOf = (models: 'complete' | 'all', name: string) => {
    const row = commitment.find((each) => each.models === models && each.name === name);
    if (row === undefined) throw new Error('the battery has no rows');
    return row;
  };
  const [total, withinTypes] = [rowOf('complete', allTracks), rowOf('complete', withinItemTypes)];
  const [all, allWithinTypes] = [rowOf('all', allTracks), rowOf('all', withinItemTypes)];
  return {
    said: `In the battery, keep or withdraw goes with betting; for complete models, that it goes with being right beyond that ${isAbove(withinTypes.rightIfNoBet.difference) ? 'is shown without a bet' : `is not shown within item types (added to the plan; by model and track, as planned, it is ${isAbove(total.rightIfNoBet.difference) ? 'shown' : 'not shown'} without a bet)`}.`,
    counts: `Complete models bet on kept answers more often by ${points(total.bets.difference, 100)} points; without a bet, kept answers are right more often by
   ${shown(total.rightIfNoBet.difference)} points, within item types ${shown(withinTypes.rightIfNoBet.difference)}, and with a bet ${shown(total.rightIfBet.difference)} (all models, against rule 2, in this
   order: ${points(all.bets.difference, 100)}; ${points(all.rightIfNoBet.difference, 100)}; ${points(allWithinTypes.rightIfNoBet.difference, 100)}; ${points(all.rightIfBet.difference, 100)}).`,
  };
}

function isAbove({ interval }: Measured): boolean {
  return interval !== null && interval[0] > 0;
}

/** Returns a difference in points, and that it is not shown where its interval reaches 0. */
function shown(difference: Measured): string {
  return isAbove(difference) ? points(difference, 100) : `${points(difference, 100)} (not shown)`;
}

function wordLegend(recordings: readonly RecordingFacts[]): string {
  const families = recordings.map((recording) => {
    const family = Math.max(...pageRows(recording).map((row) => row.family ?? 0));
    return `${recording.name} ${family} tests, ${recording.items} items in ${recording.groups} groups`;
  });
  const undealt = recordings.filter(({ isDealtWithin }) => !isDealtWithin).map(({ name }) => name);
  const dealt =
    undealt.length === 0 ? '' : `, but not all of them in ${undealt.join(' and ')}, where too few items share one`;
  return `Words are those of \`seb report\`, of complete models, one family for each recording (${families.join('; ')}): statements are shuffled within subjects
(battery: within track and item type${dealt}). *Sound items*: without doubtful keys (at least 80 % of at least five models of three makers agree on another answer) and without items that
both recordings have. *Depends on the items*: another word on sound items; that there are fewer of them may be enough for it.
*Ceiling*: fewer than 30 wrong answers. *Constant*: one statement makes up over 90 %. †: the interval of the AUROC over all items lies above one half,
and the test of the word, within subjects, adjusted, and of Brier scores in mmlu, does not show a fit.
*Incomplete*: items are missing; in the battery, where a file equals that of another model ([which](../../bench/notes/frontier.md#files); for some it may be chance). *deepseek-r1* is R1-0528 in the atlas.${besideOneHalf(recordings.flatMap(pageRows))}`;
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
      return `\n${model} is *informative* in ${recording} beside an AUROC of ${measured(auroc, 3)}: the word compares Brier scores within a subject, where ${aurocWithin === null ? 'a share not measured' : number(aurocWithin, 2)} of the pairs are in order, the AUROC all pairs.${brier}`;
    })
    .join('');
}

/** Returns a table with a row for each model and a column for each recording. */
function modelTable(rows: readonly PageRow[]): string {
  const models = [...Map.groupBy(rows, ({ model }) => model)];
  return markdownTable([
    ['model', ...recordingNames],
    ...models.map(([model, own]) => [
      model,
      ...recordingNames.map((name) => {
        const row = own.find(({ recording }) => recording === name);
        return row === undefined ? '' : modelCell(row);
      }),
    ]),
  ]);
}

/** Returns the AUROC of a row with its word and what limits it; frontier.csv has the words in full. */
function modelCell({ auroc, word, limits }: PageRow): string {
  const short = word?.startsWith('depends on the items')
    ? 'depends on the items'
    : word?.replace(` (${ranksSomeText})`, ' †');
  const others = limits.filter((limit) => limit !== short);
  const texts = [short ?? null, ...others].filter((text) => text !== null).join(', ');
  return auroc.value === null ? texts : `${number(auroc.value, 2)} ${texts}`;
}

/** Returns how many items are sound, and why the others are not. */
function soundText(recordings: readonly RecordingFacts[]): string {
  const counts = recordings.flatMap(({ name, items, doubtful, shared, soundItems }) =>
    shared === null
      ? []
      : [
          `${name}: ${soundItems} of ${items} (${doubtful.length} with doubtful keys, ${shared.items.size} in both; ${shared.unclear.size} unclear ones stay in, of which at most ${shared.maxUnclear} are in both)`,
        ],
  );
  return `${counts.join('; ')}.`;
}

function equalText({ prospective }: FrontierFacts): string {
  const { equal } = prospectiveCounts(prospective);
  return `Left out, because their ${equal.rows} rows are equal: ${equal.models.join(' and ')}`;
}

function filesSection({ battery }: FrontierFacts): string {
  const equal = battery.equal.map(
    ({ track, models, telling }) =>
      `${track}: ${models.join(', ')} (${telling}${telling < 5 ? ', so it may be chance' : ''})`,
  );
  return `- Equal files of several models in a track of the battery, which therefore none of them has (rows wrong or withdrawn). ${equal.join('; ')}.
- Other models without every item lack single ones or stop early; frontier.csv has how many each answered.
- A model with several recordings counts in the first slice that has it: ${recordingNames.join(', ')}. *deepseek-r1* is R1-0528 in the atlas; in the battery it
  withdraws 95 % of its answers and is right on nearly all of them, so its withdrawals say little about doubt.`;
}
