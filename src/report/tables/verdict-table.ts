import { displayNames } from '../../results/display-names.ts';
import { beyondText, type Finding, type Rung } from '../../results/finding.ts';
import type { ReportSection, ReportTable, TableCell } from '../../results/page.ts';
import { listedLimits, type Results } from '../../results/results.ts';
import { type BeyondWord, type Fit, fitLegends, fitTexts, fitWords } from '../../results/verdict.ts';
import { fixed } from '../../util/numbers.ts';
import { oneLine } from '../../util/text.ts';
import { columnHelp } from './column-help.ts';
import { intervalText, rangeText, rowNames, rowOrder, scoreText, usableText } from './finding-numbers.ts';
import {
  absentCell,
  type Column,
  filled,
  left,
  maxNameWidth,
  numberCell,
  ofPair,
  pairCell,
  pCell,
  right,
  screenRank,
  textCell,
  withNote,
} from './report-table.ts';
import { scoreMeaning } from './score-meaning.ts';

export const verdictTableId = 'verdicts';
export const verdictSectionId = 'verdicts';

/** Maximum number of scores with a row each; more are a table of models and tasks. */
const maxListed = 9;
/** Maximum number of scores whose table of models and tasks says where the references of each stand; of more, it fills the screen. */
const maxReferenced = 24;
/** Tasks side by side in one table of models and tasks. */
const tasksInTable = 3;
/** Maximum number of models of such a table; of more, the best ten are shown and the words of the others are counted. */
const maxModels = 15;
const shownModels = 10;
/** Note of the cell of a model that was not asked a task. */
export const notRun = 'not run';
/** Scores named in a note below the table; more are counted. */
const maxNamed = 3;

/** Columns up to this rank are on a page, up to `screenRank` on the first screen; `--wide` shows all. */
const pageRank = 2;

/**
 * Returns the main table of results: one row for each score, under the name of its task. Every surface shows these columns;
 * a column is one entry of this file.
 */
export function verdictTable(findings: readonly Finding[]): ReportTable {
  const tasks = Map.groupBy(verdictRows(findings), ({ task }) => task);
  return {
    id: verdictTableId,
    title: 'Verdicts',
    about: 'scores with their verdicts, by model and task',
    lead: 'Each model predicts its own behavior in one session and shows it in others.',
    ...filled(verdictRows(findings), columnsOf(findings, rowNames(findings))),
    groups: [...tasks].map(([task, rows]) => ({ title: `${task}${scoreMeaning(rows)}`, rows: rows.length })),
    notes: wordNotes(findings),
  };
}

/** Returns the section that answers the report's question. */
export function verdictSection(results: Results): ReportSection {
  const { question, answer, findings, selection, study } = results;
  const table = verdictTable(findings);
  return {
    id: verdictSectionId,
    title: study === undefined ? question : 'The runs of this study',
    lead: [...selection.unfinished.map((state) => `${state}.`), study?.runsAnswer ?? answer].join(' '),
    absence: null,
    tables: [
      study === undefined
        ? { ...table, notes: [...(table.notes ?? []), ...listedLimits(results).map((text) => `- ${text}`)] }
        : table,
    ],
  };
}

/** Returns findings in the order of the rows of every table: by task, in each by the mean skill of the models. */
export function verdictRows(findings: readonly Finding[]): readonly Finding[] {
  const nameOf = rowNames(findings);
  const order = rowOrder(findings, nameOf);
  const rank = (finding: Finding) => order.indexOf(nameOf(finding));
  return [...Map.groupBy(findings, ({ task }) => task).values()].flatMap((of) =>
    of.toSorted((a, b) => rank(a) - rank(b)),
  );
}

function columnsOf(findings: readonly Finding[], nameOf: (finding: Finding) => string): readonly Column<Finding>[] {
  return [...scoreColumns(findings, nameOf), ...wordColumns(findings), ...detailColumns(findings), ...testColumns()];
}

/** Returns a column where one of the findings has a value. */
function optional(
  findings: readonly Finding[],
  value: (finding: Finding) => number | null,
  column: Column<Finding>,
): readonly Column<Finding>[] {
  return findings.some((each) => value(each) !== null) ? [column] : [];
}

/** Returns the columns of the score and of what it stands beside. */
function scoreColumns(findings: readonly Finding[], nameOf: (finding: Finding) => string): readonly Column<Finding>[] {
  const isListed = findings.length <= maxListed;
  return [
    left(displayNames.model, 'Model name as given by the user.', (found) =>
      textCell(oneLine(nameOf(found), maxNameWidth), `run ${found.run}`),
    ),
    right(displayNames.score, columnHelp.score, scoreCell),
    withNote(
      isListed ? 'by chance: the same predictions shuffled among the items' : undefined,
      right('by chance', columnHelp.byChance, (found) => valueCell(found, found.chance, 'nothing to shuffle'), 1),
    ),
    right(
      displayNames.bestConstant,
      columnHelp.bestConstant,
      (found) => valueCell(found, found.constant, 'no constant answer can be scored'),
      1,
    ),
    ...optional(
      findings,
      ({ label }) => label,
      withNote(
        isListed ? 'data label: the data set’s label as the prediction; fit is not tested against it' : undefined,
        right(
          displayNames.label,
          columnHelp.label,
          (found) => valueCell(found, found.label, 'the data set has no label'),
          1,
        ),
      ),
    ),
  ];
}

/** Returns the columns of the two words. */
function wordColumns(findings: readonly Finding[]): readonly Column<Finding>[] {
  return [
    left(displayNames.fit, columnHelp.fit, (found) => textCell(markedFit(found), found.reason)),
    ...(findings.some(({ beyond }) => beyond !== 'not asked')
      ? [left<Finding>(displayNames.beyond, columnHelp.beyond, (found) => textCell(found.beyond, beyondReason(found)))]
      : []),
  ];
}

/** Returns the columns of intervals, counts and p values, which the first screen leaves out. */
function detailColumns(findings: readonly Finding[]): readonly Column<Finding>[] {
  return [
    ofPair(
      ['score low', 'score high'],
      right('95 %', 'Interval of the score, in its unit, not adjusted for the number of scores.', intervalCell, 2),
    ),
    right(
      'skill',
      columnHelp.skill,
      ({ skill }) => (skill === null ? absentCell('no score by chance') : numberCell(skill, fixed(skill, 2))),
      3,
    ),
    ...optional(
      findings,
      ({ reexecution }) => reexecution,
      right(
        displayNames.reexecution,
        columnHelp.reexecution,
        (found) => valueCell(found, found.reexecution, 'needs two executions'),
        3,
      ),
    ),
    ofPair(
      [displayNames.usable, 'units'],
      right(
        displayNames.usable,
        'Number of units with a usable prediction and outcome, of all units that were asked.',
        (found) => pairCell([found.usable, found.total], usableText(found)),
        2,
      ),
    ),
    right(
      'groups',
      'Number of independent groups of items.',
      ({ clusters }) => numberCell(clusters, String(clusters)),
      3,
    ),
    ...optional(
      findings,
      ({ stratum }) => stratum?.score ?? null,
      right(
        'stratum alone',
        'Score of the best constant answer of each stratum, chosen on its other items.',
        (found) => valueCell(found, found.stratum?.score ?? null, 'the items have no strata'),
        3,
      ),
    ),
    ...optional(
      findings,
      ({ auroc }) => auroc,
      right(
        'AUROC',
        'Share of pairs within strata and parts that stated probabilities order.',
        ({ auroc }) =>
          auroc === null ? absentCell('no pairs of stated probabilities') : numberCell(auroc, fixed(auroc, 2)),
        3,
      ),
    ),
  ];
}

/** Returns the columns of the tests behind the words. */
function testColumns(): readonly Column<Finding>[] {
  return [
    right('p informative', columnHelp.pInformative, ({ rungs }) => rungCell(rungs.informative), 3),
    right('p useful', columnHelp.pUseful, ({ rungs }) => rungCell(rungs.useful), 3),
    right('p beyond others', columnHelp.pBeyond, ({ rungs }) => beyondCell(rungs.beyondOthers), 3),
  ];
}

/** Returns why predictions were not compared with other models, or on how many items they were; null where nothing is to say. */
function beyondReason({ rungs: { beyondOthers } }: Finding): string | null {
  if (beyondOthers.kind !== 'tested') return beyondOthers.reason;
  const { shared } = beyondOthers;
  return shared === null ? null : `${shared.items} items that all models have`;
}

function scoreCell(found: Finding): TableCell {
  const { value, missing } = found.score;
  return value === null ? absentCell(missing ?? 'nothing could be read') : numberCell(value, scoreText(found, value));
}

function intervalCell(found: Finding): TableCell {
  const { interval, missing } = found.score;
  const ends = intervalText(found);
  return ends === null || interval === null
    ? absentCell(missing ?? 'too few groups of items')
    : pairCell(interval, ends);
}

function valueCell(found: Finding, value: number | null, reason: string): TableCell {
  const absent = found.score.value === null ? (found.score.missing ?? reason) : reason;
  return value === null ? absentCell(absent) : numberCell(value, scoreText(found, value));
}

function rungCell(rung: Rung): TableCell {
  return rung.kind === 'not asked' ? absentCell(rung.reason) : pCell(rung.adjusted);
}

function beyondCell(rung: Finding['rungs']['beyondOthers']): TableCell {
  return rung.kind === 'tested' ? pCell(rung.adjusted) : absentCell(rung.reason);
}

/** Returns a table with the columns up to a rank. */
function withColumns(table: ReportTable, maxRank: number): ReportTable {
  const shown = table.columns.flatMap(({ rank }, index) => (rank <= maxRank ? [index] : []));
  return {
    ...table,
    columns: shown.flatMap((index) => table.columns[index] ?? []),
    rows: table.rows.map((row) => shown.flatMap((index) => row[index] ?? [])),
  };
}

/** Returns the main table for a page: without p values and other numbers that are asked for by name. */
export function pageTable(findings: readonly Finding[]): ReportTable {
  return withColumns(verdictTable(findings), pageRank);
}

/** Returns the tables of a page: one with a row for each score; of many scores first those of models and tasks. */
export function pageTables(findings: readonly Finding[]): readonly ReportTable[] {
  if (findings.length === 0) return [];
  const table = pageTable(findings);
  return findings.length <= maxListed ? [table] : [...modelTables(findings), { ...table, detail: true }];
}

/** Returns the tables of the first screen: the list of scores, or, of many scores, models and tasks. */
export function screenTables(findings: readonly Finding[]): readonly ReportTable[] {
  if (findings.length > maxListed) return modelTables(findings);
  const table = withColumns(verdictTable(findings), screenRank);
  return [{ ...table, notes: [...precisionNote(findings), ...(table.notes ?? [])] }];
}

/** Says how far the interval of a score with a verdict reaches from it at most, rounded up; the table has no column for it. */
function precisionNote(findings: readonly Finding[]): readonly string[] {
  const known = findings.flatMap(({ fit, unit, clusters, score: { value, interval } }) =>
    fitTexts[fit].isTested && unit === 'share' && interval !== null && value !== null
      ? [{ reach: Math.max(value - interval[0], interval[1] - value), clusters }]
      : [],
  );
  if (known.length === 0) return [];
  const points = Math.ceil(100 * Math.max(...known.map(({ reach }) => reach)));
  const groups = known.map((each) => each.clusters);
  const [least, most] = [Math.min(...groups), Math.max(...groups)];
  const range = least === most ? String(least) : `${least} to ${most}`;
  const who = findings.length === 1 ? 'the score is' : 'scores with a verdict:';
  return [
    `${who} uncertain by up to ${points} points (95 %; ${range} ${findings.length === 1 ? 'independent groups of items' : 'groups'})`,
  ];
}

/** Returns tables with a row for each model and a column for each task, three tasks a table. */
function modelTables(findings: readonly Finding[]): readonly ReportTable[] {
  const nameOf = rowNames(findings);
  const order = rowOrder(findings, nameOf);
  const tasks = [...Map.groupBy(findings, ({ task }) => task).keys()];
  const blocks = Array.from({ length: Math.ceil(tasks.length / tasksInTable) }, (_, index) =>
    tasks.slice(index * tasksInTable, (index + 1) * tasksInTable),
  );
  const shown = order.length > maxModels ? order.slice(0, shownModels) : order;
  const others = order.slice(shown.length);
  return blocks.map((block, index): ReportTable => {
    const of = (task: string) => findings.filter((each) => each.task === task);
    const cell = (task: string, name: string) => of(task).find((each) => nameOf(each) === name);
    const rows: readonly (readonly TableCell[])[] = [
      [textCell('best constant'), ...block.map((task) => rangeCell(of(task), ({ constant }) => constant))],
      [textCell('by chance'), ...block.map((task) => rangeCell(of(task), ({ chance }) => chance))],
      ...(findings.some(({ label }) => label !== null)
        ? [[textCell(displayNames.label), ...block.map((task) => rangeCell(of(task), ({ label }) => label))]]
        : []),
      ...shown.map((name) => [textCell(name), ...block.map((task) => wordCell(cell(task, name)))]),
      ...(others.length === 0
        ? []
        : [
            [
              textCell(`${others.length} more`),
              ...block.map((task) => countsCell(of(task).filter((each) => others.includes(nameOf(each))))),
            ],
          ]),
    ];
    return {
      id: `models-${index + 1}`,
      title: '',
      lead: '',
      columns: [
        { name: '', align: 'left', help: '', rank: 0 },
        ...block.map(
          (name) => ({ name, align: 'left', help: name, rank: 0, pair: [name, `${name} verdict`] }) as const,
        ),
      ],
      rows,
      ...(index < blocks.length - 1 ? {} : { notes: [...precisionNote(findings), ...wordNotes(findings, true)] }),
    };
  });
}

function rangeCell(findings: readonly Finding[], value: (finding: Finding) => number | null): TableCell {
  const known = findings.flatMap((each) => value(each) ?? []);
  const [first] = findings;
  if (first === undefined || known.length === 0) return absentCell('none');
  return textCell(rangeText(first, known));
}

function wordCell(finding: Finding | undefined): TableCell {
  if (finding === undefined) return absentCell(notRun);
  const { score, reason } = finding;
  const word = wordsText(finding);
  if (score.value === null) return { ...textCell(word, reason ?? score.missing), pair: [null, word] };
  return pairCell([score.value, word], `${scoreText(finding, score.value)} ${word}`, reason);
}

/** Returns how often each word stands in findings: `3 useful, 2 no sign`. */
function countsCell(findings: readonly Finding[]): TableCell {
  const counts = fitWords.flatMap((word) => {
    const count = findings.filter(({ fit }) => fit === word).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  const beyond = findings.filter((each) => each.beyond === 'yes').length;
  return textCell([...counts, ...(beyond === 0 ? [] : [`${beyond} beyond others`])].join(', '));
}

/** Returns the word on fit, with the mark of the note on missing answers. */
function markedFit({ fit, changedByMissing }: Finding): string {
  return changedByMissing ? `${fit} *` : fit;
}

/** Mark of *beyond others* in a cell that has no room for the words. */
const beyondMark = '+';

/** Returns both words, for a cell that shows one score. */
function wordsText(finding: Finding): string {
  return finding.beyond === 'yes' ? `${markedFit(finding)} ${beyondMark}` : markedFit(finding);
}

/** Returns what a list of scores says of a word beside its phrase: a high score without a sign surprises. */
function moreOn(word: Fit): string {
  return word === 'no sign' ? ', however high the score is' : '';
}

const withoutVerdict = fitWords.filter((word) => !fitTexts[word].isTested);

/** Returns what the words and numbers of the table mean, and what a reader of the table must see at once. */
function wordNotes(findings: readonly Finding[], isGrid = false): readonly string[] {
  const isListed = findings.length <= maxListed;
  const words = new Set(findings.map(({ fit }) => fit));
  const explained = (
    ['no sign', 'informative', 'useful', 'opposite', ...withoutVerdict] as const satisfies Fit[]
  ).filter((word) => words.has(word));
  const beyond = (['yes', 'depends on the items'] as const satisfies BeyondWord[]).filter((word) =>
    findings.some((each) => each.beyond === word),
  );
  const phrases = [
    ...explained.map((word) => (isListed ? `${word}: ${fitTexts[word].phrase}${moreOn(word)}` : fitLegends[word])),
    ...beyond.map((word) => {
      if (word !== 'yes') return `beyond others ${word}: ${beyondText(word, findings)}`;
      return `${isGrid ? beyondMark : 'beyond others'}: ${beyondText(word, findings)}`;
    }),
  ];
  return [
    ...(isGrid ? meaningNotes(findings) : []),
    ...statedNotes(findings),
    ...(findings.some(({ changedByMissing }) => changedByMissing)
      ? ['* missing answers count at their worst; left out, the verdict would be another']
      : []),
    ...(isListed ? phrases : []),
    ...(isListed
      ? []
      : [
          phrases.join('; '),
          ...(findings.length > maxReferenced
            ? []
            : [
                isGrid
                  ? `top rows: lowest to highest, because each score has its own (--table verdicts)${familyText(findings, '; ')}: compare verdicts, not scores`
                  : familyText(findings),
              ]),
        ]),
    ...labelNote(findings),
  ].filter((line) => line !== '');
}

/** Says which scores of a table without a heading for each task are errors: of these, lower is better. */
function meaningNotes(findings: readonly Finding[]): readonly string[] {
  const errors = findings.filter(({ better }) => better === 'lower');
  return [...Map.groupBy(errors, ({ task }) => task)].map(([task, of]) => `${task}${scoreMeaning(of)}`);
}

/** Returns over how many scores p is adjusted, after `start`, where that is one number; else ''. */
function familyText(findings: readonly Finding[], start = ''): string {
  const families = new Set(
    findings.flatMap(({ rungs: { informative: rung } }) => (rung.kind === 'tested' ? [rung.family] : [])),
  );
  const [only] = families;
  return families.size === 1 && only !== undefined ? `${start}verdicts are adjusted for ${only} scores (Holm)` : '';
}

/** Says for how many useful scores the label does as well: these may know only what kind of item it is. */
function labelNote(findings: readonly Finding[]): readonly string[] {
  const useful = findings.filter(({ fit, label }) => fit === 'useful' && label !== null);
  const asWell = useful.filter(({ score, label, better }) => {
    if (score.value === null || label === null) return false;
    return better === 'higher' ? label >= score.value : label <= score.value;
  });
  if (useful.length === 0) return [];
  const of = useful.length === 1 ? 'the useful score' : `${asWell.length} of ${useful.length} useful scores`;
  return asWell.length === 0 ? [] : [`the data set’s label, as the prediction, does as well for ${of}`];
}

/** Says in plain numbers what models stated and how often it happened: `ada said 91 % on average, was right on 27 %`. */
function statedNotes(findings: readonly Finding[]): readonly string[] {
  const nameOf = rowNames(findings);
  const known = findings.flatMap((each) => (each.stated === null ? [] : [{ ...each.stated, name: nameOf(each) }]));
  const [first] = known;
  if (first === undefined) return [];
  const percent = (share: number) => fixed(100 * share, 0);
  if (known.length <= maxNamed)
    return known.map(({ said, happened, verb, name }) => {
      const who = known.length === 1 ? 'the model' : name;
      return `${who} said ${percent(said)} % on average, ${verb} ${percent(happened)} %`;
    });
  return [...Map.groupBy(known, ({ verb }) => verb)].map(([verb, of]) => {
    const range = (values: readonly number[]) => rangeText({ unit: 'share' }, values);
    return `each model said ${range(of.map(({ said }) => said))} on average, ${verb} ${range(of.map(({ happened }) => happened))}`;
  });
}
