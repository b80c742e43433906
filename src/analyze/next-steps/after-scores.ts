import { participantsOf } from '../../domain/person.ts';
import type { Finding } from '../../results/finding.ts';
import { isOfThisProject } from '../../results/model-origin.ts';
import type { Selection } from '../../results/results.ts';
import type { NextStep } from '../../results/step.ts';
import { isFit } from '../../results/verdict.ts';
import { leastNumbers } from '../../stats/least-numbers.ts';
import type { RunRecord } from '../../store/store.ts';
import { counted, fixed } from '../../util/numbers.ts';
import { shellWord } from '../../util/shell-word.ts';
import { moreItems, stepOf, timesForVerdict, timesItems } from './more-items.ts';

/** The scores of a selection of runs. */
export interface ScoresEnded {
  readonly kind: 'scores';
  readonly findings: readonly Finding[];
  readonly selection: Pick<Selection, 'kind' | 'runs' | 'unfinished'>;
  /** Records of the runs; absent where they are not known: then no command with more items is printed. */
  readonly runs?: readonly RunRecord[];
}

/** Distance from chance, as a share, below which a score that was not noticed is hardly of use. */
const smallEffect = 0.05;

/** Returns whether less than half of the units could be read. */
export function isMostlyMissing({ usable, total }: Pick<Finding, 'usable' | 'total'>): boolean {
  return usable < total / 2;
}

/** Returns whether a score has too few groups because values are missing: with all of them, there would be enough, or nothing was read. */
function lacksValues({ fit, usable, total, notAsked, clusters }: Finding): boolean {
  const asked = total + notAsked;
  if (fit !== 'too few' || clusters >= leastNumbers.groups || usable >= asked) return false;
  return usable === 0 || (clusters * asked) / usable >= leastNumbers.groups;
}

function lackingText({ usable, total, notAsked, clusters }: Finding): string {
  const asked = total + notAsked;
  return `why ${counted(asked - usable, `unit of ${asked} lacks`, `units of ${asked} lack`)} a score: a verdict needs ${leastNumbers.groups} groups (now ${clusters})`;
}

function groupsNeeded(groups: number): string {
  return `a verdict needs ${leastNumbers.groups} independent groups of items (there ${groups === 1 ? 'is' : 'are'} ${groups})`;
}

/** Returns what to do after scores, the most useful first. */
export function afterScores(ended: ScoresEnded): readonly NextStep[] {
  const { findings, selection } = ended;
  const [run] = selection.runs;
  if (run === undefined) return [];
  const unsafe = findings.find(({ fit }) => fit === 'unsafe judge');
  const lacking = findings.find(lacksValues);
  const few = lacking ?? findings.find(isMostlyMissing) ?? findings.find(({ changedByMissing }) => changedByMissing);
  const isAboutPeople = findings.some(({ model }) => participantsOf(model) !== null); // they answer no call that is sent
  const open = findings.filter(isOpen);
  const more = isAboutPeople || lacking !== undefined ? [] : moreSteps(ended);
  const isMostlyOpen = open.length > findings.length / 2;
  const models = new Set(findings.map(({ model }) => model)).size;
  return [
    ...(selection.unfinished.length > 0 && selection.kind === 'run' && !isAboutPeople
      ? [{ command: `seb resume ${run}`, about: 'sends the rest of the calls' }]
      : []),
    ...(unsafe === undefined
      ? []
      : [{ command: `seb label sample ${unsafe.run} 100 --out labels.csv`, about: 'label its responses yourself' }]),
    ...(few === undefined
      ? []
      : [
          {
            command: `seb items ${few.run} --missing --model ${shellWord(few.model)}`,
            about: few === lacking ? lackingText(few) : 'what could not be read, and why',
          },
        ]),
    ...(isMostlyOpen ? more : []),
    ...(models > 1 ? [{ command: 'seb compare', about: 'which models differ, and what others could tell' }] : []),
    ...(isMostlyOpen ? [] : more),
    findings.every(({ usable }) => usable === 0)
      ? { command: `seb items ${run}`, about: 'the items with their answers' } // nothing was predicted, or read
      : { command: `seb items ${run} --wrong`, about: 'the items that were predicted wrongly' },
    ...(findings.some(({ fit }) => isFit(fit)) && findings.every(({ model }) => isOfThisProject(model))
      ? [
          {
            command: 'seb run --model provider/model',
            about: 'ask a model of yours',
          },
        ]
      : []),
    { command: 'seb report --list', about: 'all tables' },
  ];
}

/** Returns whether a score has no verdict, or no sign, because it has few items. */
function isOpen({ fit, changedByMissing, unit, detectable, chance }: Finding): boolean {
  if (fit === 'too few') return true;
  if (fit !== 'no sign' || changedByMissing || detectable === null || chance === null) return false;
  return unit !== 'share' || Math.abs(detectable - chance) > smallEffect;
}

/** Returns how many items would decide more, as one step; none where no score is open, or its run is not known. */
function moreSteps({ findings, runs = [] }: ScoresEnded): readonly NextStep[] {
  const few = findings.filter(({ fit }) => fit === 'too few');
  const open = few.length > 0 ? few : findings.filter(isOpen);
  const [first] = open;
  if (first === undefined) return [];
  const run = runs.find(({ id }) => id === first.run);
  const experiments = open.map(({ experiment }) => experiment);
  if (few.length > 0) {
    const groups = Math.min(...few.map(({ clusters }) => clusters));
    if (groups >= leastNumbers.groups)
      return [stepOf(run === undefined ? null : moreItems(run, timesItems, experiments), first.reason ?? first.fit)];
    const why = groupsNeeded(groups);
    if (run === undefined) return [stepOf(null, why)];
    const more = moreItems(run, timesForVerdict(groups), experiments);
    const { now, wanted, available } = more;
    const lacks = available !== null && available < wanted;
    const enough = `${counted(wanted, 'item')} in place of ${now} should be enough${lacks ? `, and its data has ${available}` : ''}`;
    const isWhole = few.every(({ usable, total, notAsked }) => usable === total + notAsked);
    const about = isWhole
      ? `${why}: with about ${counted(Math.round(now / Math.max(1, groups)), 'item')} a group, ${enough}`
      : `${why}: if the same share of them has a value, ${enough}`;
    return [stepOf(lacks ? { ...more, limit: null, command: null } : more, about)];
  }
  if (run === undefined) return [];
  const more = moreItems(run, timesItems, experiments);
  const { now, limit, wanted, available } = more;
  const items = limit ?? wanted;
  const sizes = open.flatMap(({ unit, detectable, chance }) =>
    unit === 'share' && detectable !== null && chance !== null
      ? [Math.abs(detectable - chance) * Math.sqrt(now / items)]
      : [],
  );
  const found =
    sizes.length === 0
      ? `${items < wanted ? 'smaller effects are' : 'half as large an effect is'} usually found`
      : `scores ${fixed(100 * Math.max(...sizes), 0)} points above chance are usually found`;
  const size =
    limit !== null && limit === available ? `all ${counted(items, 'item')} of its data` : counted(items, 'item');
  const had = available === now ? `now ${now}, all of its data` : `now ${now}`;
  return [stepOf(more, `with ${size} (${had}), ${found}`)];
}
