import type { Random } from '../../../src/util/random.ts';
import { normal, times } from './draw.ts';
import type { DrawnCommand, Printed } from './run-command.ts';
import type { Claim, Scenario } from './scenario.ts';

/** Scenarios of studies that were trained elsewhere, through `seb study import`: two models, each trained on both. */

/** How often each arm is right, and what varies. */
interface Study {
  readonly strings: number;
  readonly trainings: number;
  /** Standard deviation of an arm's accuracy between trainings. */
  readonly spread: number;
  readonly properties?: number;
  /** Accuracy about the model itself and about the other model; the same for both models. */
  readonly own?: number;
  readonly cross?: number;
  /** Accuracies about the shifted selves; absent: the study has none. */
  readonly shifted?: { readonly own: number; readonly cross: number };
  /** Strings of a family that no column declares, and how much of an arm's luck they share. */
  readonly family?: { readonly size: number; readonly luck: number };
}

const names = ['ann', 'bob'] as const;

/** Draws the two tables of a study. */
function tables(random: Random, study: Study): DrawnCommand {
  const { strings, trainings, spread, properties = 1, own = 0.7, cross = own, shifted, family } = study;
  const targets = names.flatMap((name) => [
    { name, of: name, isShifted: false },
    ...(shifted === undefined ? [] : [{ name: `${name}-shifted`, of: name, isShifted: true }]),
  ]);
  const answers = [`target,item,group,property,value,shifted_of`];
  const predictions = ['predictor,trained_on,seed,item,property,predicted'];
  for (const target of targets) {
    const truths = times(strings * properties, () => random() < 0.5);
    for (const [place, truth] of truths.entries()) {
      const [item, property] = [place % strings, Math.floor(place / strings)];
      answers.push(
        [target.name, `i${item}`, `g${item}`, `p${property}`, yes(truth), target.isShifted ? target.of : ''].join(','),
      );
    }
    for (const predictor of names) {
      const rates = target.isShifted ? shifted : { own, cross };
      const rate = (predictor === target.of ? rates?.own : rates?.cross) ?? own;
      // the luck of a family is that of one arm about one target, for all of its trainings
      const lucks = family && times(strings / family.size, () => (random() < family.luck ? random() < rate : null));
      for (let training = 0; training < trainings; training += 1) {
        const shift = spread * normal(random);
        for (const [place, truth] of truths.entries()) {
          const luck = family === undefined ? null : lucks?.[Math.floor((place % strings) / family.size)];
          const isRight = luck ?? random() < rate + shift;
          const row = [
            predictor,
            target.name,
            `s${training}`,
            `i${place % strings}`,
            `p${Math.floor(place / strings)}`,
          ];
          predictions.push([...row, yes(truth === isRight)].join(','));
        }
      }
    }
  }
  const files = { 'answers.csv': `${answers.join('\n')}\n`, 'predictions.csv': `${predictions.join('\n')}\n` };
  return { files, args: ['study', 'import', './answers.csv', './predictions.csv', '--store', './study.sqlite'] };
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no';
}

const isPrinted: Readonly<Record<string, (printed: Printed) => boolean>> = {
  'own better or other better': ({ stdout }) => /(?:own|other) better(?: \*)?$/m.test(stdout),
  'own better, both': ({ stdout }) => (stdout.match(/own better(?: \*)?$/gm) ?? []).length === 2,
  advantage: ({ stdout }) => /: advantage: /.test(stdout),
};

function studyScenario(name: string, study: Study, claims: readonly Claim[]): Scenario {
  return {
    name: `study: ${name}`,
    claims,
    prints: async (random, run) => {
      const printed = await run(tables(random, study));
      if (printed.code !== 0) throw new Error(printed.stderr);
      return claims.map(({ word }) => isPrinted[word]?.(printed) === true);
    },
  };
}

const different: Claim = { word: 'own better or other better', kind: 'stated', rate: 0.05 };
const advantage: Claim = { word: 'advantage', kind: 'stated', rate: 0.025 };

export const studyScenarios: readonly Scenario[] = [
  ...[200].map((strings) =>
    studyScenario(
      `equal models, three trainings, sd .05, ${strings} strings`,
      { strings, trainings: 3, spread: 0.05 },
      [different],
    ),
  ),
  studyScenario('equal models, one training, sd .05, 300 strings', { strings: 300, trainings: 1, spread: 0.05 }, [
    different,
  ]),
  studyScenario(
    'equal models, three trainings, 200 strings in families of 5 that nothing shows, luck .5',
    { strings: 200, trainings: 3, spread: 0.02, family: { size: 5, luck: 0.5 } },
    [{ word: 'own better or other better', kind: 'not excluded' }],
  ),
  studyScenario(
    'cross arms worse by .10, shifted selves by .02, three trainings, 300 strings',
    { strings: 300, trainings: 3, spread: 0.02, own: 0.8, cross: 0.7, shifted: { own: 0.8, cross: 0.78 } },
    [advantage],
  ),
  studyScenario(
    'cross arms worse by .10, shifted selves answer at .40 for both, three trainings, 300 strings',
    { strings: 300, trainings: 3, spread: 0.02, own: 0.8, cross: 0.7, shifted: { own: 0.4, cross: 0.4 } },
    [advantage],
  ),
];
